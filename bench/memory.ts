/** Peak memory of wide data, each measured in a process of its own. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchRow, BenchSection } from './rows.js';

interface WideCase {
  readonly rowCount: number;
  readonly featureCount: number;
  readonly classCount: number;
  readonly epochs: number;
}

const cases: readonly WideCase[] = [
  { rowCount: 144, featureCount: 49_151, classCount: 4, epochs: 10 },
  { rowCount: 300, featureCount: 500_000, classCount: 2, epochs: 3 },
];

/** What a masked dense network of the same shape holds: weights, masks, velocities and gradients, four bytes each. */
const denseBytes = (features: number): number => 4 * 4 * 1000 * (features + 2000);

export function benchMemory(): BenchSection {
  const rows = cases.map((wide): BenchRow => {
    const file = fileURLToPath(new URL('./wide-run.js', import.meta.url));
    const words = [wide.rowCount, wide.featureCount, wide.classCount, wide.epochs].map(String);
    const { peakMegabytes, dataMegabytes, kernelMegabytes, seconds } = JSON.parse(
      execFileSync(process.execPath, [file, ...words], { encoding: 'utf8' }),
    );
    return {
      name: `${wide.rowCount} x ${wide.featureCount}, ${wide.classCount} classes, ${wide.epochs} epochs`,
      figures: {
        'peak MB': peakMegabytes,
        'of it data MB': dataMegabytes,
        'kernel memory MB': kernelMegabytes,
        'masked dense MB': denseBytes(wide.featureCount) / 1e6,
        seconds,
      },
    };
  });
  return {
    title: 'Peak memory of wide data',
    note: 'Resident set of the whole process, generated data, K = 50, settings of the paper. "Masked dense" is what weights, masks, velocities and gradients of the equivalent dense network would take, by arithmetic.',
    rows,
  };
}
