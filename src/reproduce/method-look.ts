/** One look for a method in all charts of a report, and one for neurofs in all reports. */
import { seriesColourCount } from '../report/series-look.js';
import type { Variant } from './variants.js';

/**
 * The look of a method among those compared. neurofs comes first, then what the paper ran, so that the others are the
 * pale ones; a second form of a method has the colour of the first, pale. Only the forms of neurofs, which stand in
 * every chart, have a colour each.
 */
export function methodLook(variants: readonly Variant[], { name }: Variant): number {
  const rank = ({ method, paperMethod }: Variant) => (isNeurofs(method) ? 0 : paperMethod === undefined ? 2 : 1);
  const sorted = [...variants].sort((a, b) => rank(a) - rank(b));
  const places = Array.from({ length: seriesColourCount }, (_, place) => place);
  // Of the pale looks those of neurofs come last.
  const free = new Set([...places, ...places.map((place) => 2 * seriesColourCount - 1 - place)]);
  const looks = new Map<string, number>();
  for (const each of sorted) {
    const kin = isNeurofs(each.method) ? undefined : sorted.find(({ method }) => method === each.method);
    const pale = (looks.get(kin?.name ?? '') ?? Number.NaN) + seriesColourCount;
    const [next = looks.size] = free;
    const look = free.has(pale) ? pale : next;
    free.delete(look);
    looks.set(each.name, look);
  }
  return looks.get(name) ?? 0;
}

function isNeurofs(method: string): boolean {
  return method === 'neurofs';
}
