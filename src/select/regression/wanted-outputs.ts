/** What a linear model is to give for every row: 1 for its class and 0 for the others, or its numbers. */
import type { ClassTarget, ValueTarget } from '../../types.js';

export class WantedOutputs {
  readonly outputCount: number;
  readonly #target: ClassTarget | ValueTarget;
  readonly #rowCount: number;

  constructor(target: ClassTarget | ValueTarget, rowCount: number) {
    this.#target = target;
    this.#rowCount = rowCount;
    this.outputCount = target.kind === 'classes' ? target.classNames.length : target.outputCount;
  }

  /** Calls `visit` with every output of the row that is not 0. */
  forEach(row: number, visit: (output: number, value: number) => void): void {
    const target = this.#target;
    if (target.kind === 'classes') visit(target.labels[row], 1);
    else for (let o = 0; o < this.outputCount; o++) visit(o, target.values[row * this.outputCount + o]);
  }

  /** All of them, [output][row]. */
  byOutput(): Float64Array {
    const all = new Float64Array(this.outputCount * this.#rowCount);
    for (let row = 0; row < this.#rowCount; row++) {
      this.forEach(row, (output, value) => {
        all[output * this.#rowCount + row] = value;
      });
    }
    return all;
  }
}
