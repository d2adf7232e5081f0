/** What `neurofs describe` prints. */
import type { DescribedColumn, DescribedTable, DescribedTarget } from '../../src/examine/describe-table.js';
import { countOf, formatCount } from '../../src/report/format.js';
import { measureText } from '../../src/report/measure-text.js';
import { inWords } from '../../src/wording.js';
import { flagWording } from '../wording.js';
import type { Colours } from './colours.js';
import { printable, textTable } from './text-table.js';
import { wrapText } from './wrap-text.js';

interface Heading {
  readonly name: string;
  readonly format: string | undefined;
  readonly command: string;
}

/** Of a wide table only the columns that are more than plain numbers are listed, and not too many of them. */
const mostListed = 30;
const mostClasses = 8;

export function descriptionText(
  described: DescribedTable,
  { name, format, command }: Heading,
  colours: Colours,
  width: number,
): string {
  const { rowCount, columnCount, notes, findings } = described;
  const title = `${printable(name)}: ${countOf(rowCount, 'row')}, ${countOf(columnCount, 'column')}${format === undefined ? '' : ` (${format})`}`;
  const remarks = [
    ...findings.map((finding) => ({
      mark: finding.level === 'warning' ? '!' : '·',
      text: inWords(finding, flagWording),
    })),
    ...notes.map((text) => ({ mark: '·', text })),
  ];
  const parts = [
    [colours.bold(title), ...targetLines(described)].join('\n'),
    columnTable(described.columns, colours),
    remarks.map(({ mark, text }) => wrapText(`${mark} ${sentence(printable(text))}`, width, 2)).join('\n'),
    `${described.target === undefined ? 'Look again with' : 'To select from it'}:\n  ${printable(command)}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`.replaceAll('\u00a0', ' ');
}

function targetLines({ target, featureCount, usedRowCount, rowCount }: DescribedTable): string[] {
  if (target === undefined) return ['Target: not known; name it with --target'];
  const guessed = target.isGuess ? ' (a guess; --target names another)' : '';
  const rows = usedRowCount === rowCount ? '' : ` of ${formatCount(usedRowCount!)} rows`;
  return [
    `Target: ${printable(target.name)}${guessed}, ${targetText(target)}`,
    `To select from: ${countOf(featureCount!, 'feature')}${rows}; judged by ${measureText(target.deciding.measure).title}`,
  ];
}

function targetText({ classNames, classCounts = [], ...target }: DescribedTarget): string {
  if (target.task === 'survival') return `survival: ${countOf(target.eventCount!, 'event')}`;
  if (classNames === undefined) return 'a number to predict';
  const shown = classNames.slice(0, mostClasses).map((name, place) => `${name} (${formatCount(classCounts[place])})`);
  const more = classNames.length > mostClasses ? [`${classNames.length - mostClasses} more`] : [];
  return printable(`${countOf(classNames.length, 'class', 'classes')}: ${[...shown, ...more].join(', ')}`);
}

function columnTable(columns: readonly DescribedColumn[], colours: Colours): string {
  const isPlain = ({ use, missing, note }: DescribedColumn) => use === 'number' && missing === 0 && note === undefined;
  const special = columns.length <= mostListed ? columns : columns.filter((column) => !isPlain(column));
  const listed = special.slice(0, mostListed);
  const rest = special.length - listed.length;
  const plain = columns.length - special.length;
  const lines = [
    ...(plain > 0
      ? [`${countOf(plain, 'other column')} of numbers, used as ${plain === 1 ? 'it is' : 'they are'}`]
      : []),
    ...(rest > 0 ? [`${countOf(rest, 'more column')} (all of them with --json)`] : []),
  ];
  const table = textTable(
    {
      head: ['column', 'holds', 'missing', 'used as'],
      rows: listed.map((column) => [
        printable(column.name),
        printable(column.shown),
        column.missing === 0 ? '' : formatCount(column.missing),
        printable(useText(column)),
      ]),
      right: [2],
    },
    colours.dim,
  );
  return [...(listed.length > 0 ? [table] : []), ...lines].join('\n');
}

function useText({ use, featureCount = 0, note }: DescribedColumn): string {
  const texts: Readonly<Record<NonNullable<DescribedColumn['use']>, string>> = {
    target: 'target',
    event: 'whether the event came',
    weights: 'weights of rows',
    groups: 'rows that belong together',
    identifier: 'names of rows',
    number: 'number',
    'one-hot': `categories, ${countOf(featureCount, 'feature')} of 0 and 1`,
    date: 'date, as a number',
    'left out': 'not used',
  };
  if (use === undefined) return '';
  return note === undefined ? texts[use] : `${texts[use]} (${note})`;
}

function sentence(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
