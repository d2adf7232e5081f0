/** What is worth knowing of the data before a run, in the words of the page, with buttons that mend it. */
import { examineDataset, type DataFinding as Found } from '../examine/examine-dataset.js';
import { inWords } from '../wording.js';
import type { KeptData } from './data-keeper.js';
import { sentence } from './failure.js';
import { type Mend, mendsOf } from './mends.js';
import { pageWording } from './page-wording.js';
import type { DataSettings } from './select-command.js';

export interface DataFinding extends Pick<Found, 'kind' | 'level'> {
  readonly text: string;
  readonly mends: readonly Mend[];
}

export async function examineData(
  { dataset, opened }: KeptData,
  settings: DataSettings,
  signal: AbortSignal,
): Promise<readonly DataFinding[]> {
  const found = await examineDataset(dataset, opened.table, settings.leaveOut, signal);
  return found.map((finding) => ({
    kind: finding.kind,
    level: finding.level,
    text: sentence(inWords({ statement: finding.statement }, pageWording)),
    mends: mendsOf(finding),
  }));
}
