/** The scaled training rows as trees read them: floats in kernel memory, one feature after the other. */
import type { Engine } from '../../compute/engine.js';
import type { Block } from '../../compute/memory.js';
import type { Pacer } from '../../compute/pacer.js';
import { UserError } from '../../errors.js';
import type { Matrix, Target, TrainingSet } from '../../types.js';
import { createColumnReader, spreadColumn } from '../columns.js';

/** Kernel memory ends at 4 GiB, and what the trees themselves need must fit, too. */
const mostBytes = 3.5 * 2 ** 30;

/**
 * Copies every feature into kernel memory, [feature][row], with room for `spare` more; the caller frees it by its mark.
 */
export async function gatherColumns(
  training: TrainingSet<Matrix, Target>,
  { engine, pacer, spare = 0 }: { readonly engine: Engine; readonly pacer: Pacer; readonly spare?: number },
): Promise<Block<Float32Array>> {
  const { rowCount, columnCount } = training.matrix;
  const bytes = (columnCount + spare) * rowCount * 4;
  if (bytes > mostBytes) {
    throw new UserError(
      'failure',
      `trees over ${rowCount} training rows with ${columnCount} features take ${(bytes / 2 ** 30).toFixed(1)} GiB, ` +
        'more than the 3.5 GiB there are; use fewer rows, or another method',
    );
  }
  const block = engine.memory.float32((columnCount + spare) * rowCount);
  const reader = createColumnReader(training);
  const column = new Float64Array(rowCount);
  for (let feature = 0; feature < columnCount; feature++) {
    if (pacer.isDue(2 * rowCount)) await pacer.rest(0);
    spreadColumn(reader.read(feature), column);
    block.view.set(column, feature * rowCount);
  }
  return block;
}
