/** How many features are found to be enough (`--k auto`), beside how many the target depends on. */
import { findJudges } from '../../src/evaluate/registry.js';
import { findSize } from '../../src/find-size.js';
import { allRows } from '../../src/matrix/all-rows.js';
import { preparationDefaults } from '../../src/prepare/prepare-rows.js';
import { findMethod } from '../../src/select/registry.js';
import { resolveOptions } from '../../src/select/resolve-options.js';
import { type MeasuredRow, type Measurement, mean, median, table } from './measurement.js';

export interface SizeRow extends MeasuredRow {
  readonly k: number;
  readonly planted: number;
  /** Mean accuracy in the folds with that many, with the best number, and which that is. */
  readonly accuracy: number;
  readonly bestAccuracy: number;
  readonly bestK: number;
}

export const sizes: Measurement<SizeRow> = {
  name: 'promise-sizes',

  async rowsOf({ set: { dataset, planted }, cell, finder, seed, engine }) {
    const method = findMethod(finder);
    const options = resolveOptions(method, {}) as Readonly<Record<string, unknown>>;
    const { points, bestK, parsimoniousK } = await findSize(
      {
        dataset,
        rows: allRows(dataset.matrix),
        preparation: preparationDefaults,
        call: { method, options, seed },
        judge: findJudges(undefined, 'classes', dataset)[0],
        measure: 'accuracy',
      },
      { engine },
    );
    const accuracyOf = (k: number) => points.find((point) => point.k === k)!.mean;
    const found = { k: parsimoniousK, accuracy: accuracyOf(parsimoniousK), bestK, bestAccuracy: accuracyOf(bestK) };
    return [{ cell, finder, seed, planted: planted.size, ...found }];
  },

  render(rows, order) {
    const heads = [
      'cell',
      'method',
      'sets',
      'act',
      'found, median',
      'off by, median',
      'accuracy',
      'best K: median',
      'accuracy',
    ];
    const lines = order.flatMap((cell) =>
      [...new Set(rows.filter((row) => row.cell === cell).map(({ finder }) => finder))].map((finder) => {
        const own = rows.filter((row) => row.cell === cell && row.finder === finder);
        const off = median(own.map(({ k, planted }) => Math.abs(k - planted) / planted));
        return [
          cell,
          finder,
          String(own.length),
          String(own[0].planted),
          String(median(own.map(({ k }) => k))),
          `${(100 * off).toFixed(0)} %`,
          mean(own.map(({ accuracy }) => accuracy)).toFixed(3),
          String(median(own.map(({ bestK }) => bestK))),
          mean(own.map(({ bestAccuracy }) => bestAccuracy)).toFixed(3),
        ];
      }),
    );
    return table(heads, lines);
  },
};
