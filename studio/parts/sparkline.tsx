/** A curve the size of a word. */

const width = 120;
const height = 22;

export function Sparkline({ values }: { readonly values: Float32Array | undefined }) {
  if (values === undefined || values.length < 2) return null;
  const most = values.reduce((max, value) => Math.max(max, value), 0);
  const x = (at: number): number => (at / (values.length - 1)) * width;
  const y = (value: number): number => height - 2 - (most > 0 ? (value / most) * (height - 4) : 0);
  const points = Array.from(values, (value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  );
}
