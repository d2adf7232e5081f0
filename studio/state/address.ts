/**
 * The settings of the form in the page's address, so that a link carries them: the file stays with whoever has it. They
 * are written when a run starts, and used for the first file that is opened from such a link.
 */
import type { DataSettings } from '../../src/studio/select-command.js';
import { scalingMethods } from '../../src/types.js';
import { methods, type RunForm } from './store.js';

const plain = ['k', 'method', 'second', 'seed', 'testFraction', 'fdr', 'stability', 'repeats'] as const;

export interface LinkedSettings {
  readonly form: Partial<RunForm>;
  readonly target: string | undefined;
  readonly event: string | undefined;
}

export function writeAddress(form: RunForm, { target, event }: DataSettings): void {
  const words = new URLSearchParams({ target, scaling: form.scaling });
  if (event !== undefined) words.set('event', event);
  for (const name of plain) if (form[name] !== '') words.set(name, form[name]);
  for (const [name, text] of Object.entries(form.options[form.method] ?? {})) {
    if (text.trim() !== '') words.set(`option-${name}`, text);
  }
  history.replaceState(null, '', `#${words}`);
}

/** As the page was opened with it; what the page writes itself is for others. */
let given = location.hash;

/** What the address says, once; a method that there is not is left alone. */
export function takeAddress(): LinkedSettings | undefined {
  const words = new URLSearchParams(given.slice(1));
  given = '';
  if (words.size === 0) return undefined;
  const texts = plain.flatMap((name) => (words.has(name) ? [[name, words.get(name)!] as const] : []));
  const form: Record<string, unknown> = Object.fromEntries(texts);
  const known = new Set(methods.value.map(({ name }) => name));
  if (!known.has(String(form.method))) delete form.method;
  if (!known.has(String(form.second))) delete form.second;
  const scaling = scalingMethods.find((name) => name === words.get('scaling'));
  if (scaling !== undefined) form.scaling = scaling;
  const options = [...words].filter(([name]) => name.startsWith('option-'));
  if (typeof form.method === 'string' && options.length > 0) {
    form.options = { [form.method]: Object.fromEntries(options.map(([name, text]) => [name.slice(7), text])) };
  }
  const [target, event] = ['target', 'event'].map((name) => words.get(name) ?? undefined);
  return { form: form as Partial<RunForm>, target, event };
}
