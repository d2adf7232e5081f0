/** How the time of each piece of work grows with its input: exponents, of which those well above 1 are faults. */
import { exponentOf, growthCases, workTime } from './growth-cases.js';
import type { BenchRow, BenchSection } from './rows.js';

const repeats = 3;

export async function benchGrowth(): Promise<BenchSection> {
  const rows: BenchRow[] = [];
  for (const { name, of, sizes, prepare } of growthCases) {
    const times: number[] = [];
    for (const size of sizes) times.push(await workTime(prepare(size), repeats));
    const seconds = Object.fromEntries(times.map((time, i) => [i === 0 ? 'smaller, s' : 'larger, s', time]));
    const figures = { sizes: sizes.join(' and '), ...seconds, exponent: exponentOf(sizes, times) };
    rows.push({ name: `${name}, by ${of}`, figures });
  }
  return {
    title: 'Growth',
    note: `Processor seconds of one piece of work at two sizes, the least of ${repeats} runs on one thread, and the power of the size that they grow with: 1 is in proportion to the input. A support vector machine has a problem for every pair of classes, and the area under the curve looks at every row for every class.`,
    rows,
  };
}
