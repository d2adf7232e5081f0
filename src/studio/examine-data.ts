/** What is worth knowing of the data before a run, in the words of the page, with buttons that mend it. */
import type { MissingChoice } from '../encode/encode-table.js';
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
  return found.map((finding) => {
    const { kind, level, statement } = finding;
    const said = { kind, level, text: sentence(inWords({ statement }, pageWording)), mends: mendsOf(finding) };
    return kind === 'missing' && settings.missing === unasked ? withFilling(said) : said;
  });
}

/** What the page does with missing cells before anybody was asked. */
const unasked = 'mean' satisfies MissingChoice;
const otherwise: readonly MissingChoice[] = ['median', 'indicator', 'drop-rows'];

/** Numbers that are in no file are made up unasked: that is said, with what else could be done. */
function withFilling({ kind, text, mends }: DataFinding): DataFinding {
  return {
    kind,
    level: 'warning',
    text: `${text} The page fills in the mean of the training rows unless you choose otherwise.`,
    mends: [...mends, ...mendsOf({ advice: [{ option: 'missing', values: otherwise }] })],
  };
}
