/** The rows of the bench of selections as tables, the quickest first. */
import type { BenchSection } from '../rows.js';

export interface SelectionRow {
  /** The set's key, its name and its shape: rows, features, classes. */
  readonly key: string;
  readonly set: string;
  readonly shape: readonly number[];
  readonly peer: string;
  /** From the start of the process to its end, by the clock. */
  readonly seconds: number;
  /** Of all threads together. */
  readonly processorSeconds: number;
  readonly threads: number;
  /** Most processor seconds. */
  readonly limit: number;
  /** How many processes wanted the processor when it began. */
  readonly load: number;
  /** Absent where nothing was selected; the note says why. */
  readonly accuracy?: number;
  readonly note?: string;
}

export function selectionSections(rows: readonly SelectionRow[]): readonly BenchSection[] {
  return [...new Set(rows.map(({ set }) => set))].map((set) => {
    const here = rows.filter((row) => row.set === set);
    const [rowCount, featureCount, classCount] = here[0].shape;
    const ours = here.find(({ peer }) => peer === 'neurofs');
    const sorted = [...here].sort((a, b) => a.processorSeconds - b.processorSeconds);
    return {
      title: `${set}: ${rowCount} x ${featureCount}, ${classCount} classes`,
      note: 'From the start of a process that reads the training rows from a file to the file with the 50 columns it selects; processor seconds of all its threads, because others used the machine too: "load" is how many processes wanted its two cores. Accuracy: a support vector machine on the 50 columns, trained on at most 10,000 training rows, over the test rows. "times" compares processor seconds with neurofs.',
      rows: sorted.map(({ peer, processorSeconds, seconds, threads, load, accuracy, note }) => ({
        name: peer,
        figures: {
          ...(accuracy !== undefined && { 'accuracy %': 100 * accuracy, 'processor s': processorSeconds }),
          ...(accuracy !== undefined && ours && { times: processorSeconds / ours.processorSeconds }),
          ...(accuracy !== undefined && { 's by the clock': seconds, threads, load }),
          ...(note !== undefined && { note }),
        },
      })),
    };
  });
}
