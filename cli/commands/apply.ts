/** `neurofs apply`: the columns of a selection taken from a new file, encoded and filled as they were when it was made. */
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Command, Option } from 'commander';
import { loadFile } from '../../node/files/load-file.js';
import { indexColumnName } from '../../src/cells/column-names.js';
import { type AppliedRows, applyColumns } from '../../src/encode/apply-columns.js';
import { targetCells } from '../../src/encode/target-cells.js';
import { throwIfAborted, UserError } from '../../src/errors.js';
import { pickGiven } from '../../src/pick-options.js';
import { readOptionNames } from '../../src/read/read-table.js';
import { csvLine } from '../../src/report/csv-line.js';
import { readSelection } from '../../src/report/read-selection.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import type { Table } from '../../src/types.js';
import { messageLine } from '../errors.js';
import { type DataOptions, readingOptions } from '../options/data-options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';

const examples = `Examples:
  neurofs apply neurofs-out/selection.json new-patients.csv --out reduced.csv
  neurofs apply neurofs-out/selection.json cohort2.tsv --transpose > reduced.csv
`;

interface ApplyOptions extends Partial<DataOptions> {
  readonly out?: string;
}

export function createApplyCommand(surroundings: Surroundings): Command {
  const command = new Command('apply')
    .summary('take the selected columns from a new file')
    .description(
      'Takes the columns of a selection from NEW as numbers, in their order: categories as they were, missing cells filled as they were.',
    )
    .addArgument(new Argument('<selection>', 'a selection.json or report.html that neurofs wrote'))
    .addArgument(new Argument('<NEW>', 'a table in any supported format'))
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .addHelpText('before', examples);
  for (const option of readingOptions()) command.addOption(option);
  command.addOption(new Option('-o, --out <file>', 'CSV file to write (default: standard output)'));
  return command.action((selection: string, path: string, options: ApplyOptions) =>
    apply(selection, path, options, surroundings),
  );
}

async function apply(
  selectionPath: string,
  path: string,
  options: ApplyOptions,
  { stdout, stderr, env, signal }: Surroundings,
): Promise<void> {
  const selection = await openSelection(selectionPath);
  const { columns } = selection;
  if (columns === undefined) {
    throw new UserError(
      'data',
      `${selectionPath}: does not say how its columns were encoded; select again to apply it`,
    );
  }
  const reading = { ...pickGiven(options, [...readOptionNames, 'with']), signal };
  const { table } = await loadFile(path, reading);
  const applied = applyColumns(table, columns, path);
  const colours = createColours(wantsColour(stderr.isTTY === true, env));
  for (const note of [...(table.notes ?? []), ...applied.notes]) stderr.write(messageLine(note, colours));
  const lines = csvLines(table, applied, selection, options.id);
  if (options.out === undefined) for (const line of lines) stdout.write(line);
  else await writeWhole(options.out, lines, signal);
}

/** Written beside its place and moved there, so that nothing half-written is left. */
async function writeWhole(path: string, lines: Iterable<string>, signal: AbortSignal): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(lines), createWriteStream(part), { signal });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throwIfAborted(signal);
    throw new UserError('failure', `--out ${path}: cannot write (${(error as Error).message})`);
  }
}

async function openSelection(path: string): Promise<SelectionReportInput> {
  try {
    return readSelection(await readFile(path, 'utf8'), path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError('data', `${path}: ${code === 'ENOENT' ? 'there is no such file' : message}`);
  }
}

/** Names of rows first where there are any, the target last where the file has it. */
function* csvLines(
  table: Table,
  { names, columns }: AppliedRows,
  { dataset }: SelectionReportInput,
  id: string | undefined,
): Generator<string> {
  const has = (name: string | undefined) => name !== undefined && table.columnOrder.includes(name);
  const idName = id ?? [dataset.identifierName, indexColumnName].find(has);
  const ids = idName === undefined ? undefined : targetCells(table, idName);
  const target = has(dataset.targetName) ? targetCells(table, dataset.targetName!) : undefined;
  const header = [...names, ...(target ? [dataset.targetName!] : [])];
  yield csvLine(ids ? [idName === indexColumnName ? '' : idName, ...header] : header);
  for (let row = 0; row < table.rowCount; row++) {
    const cells = columns.map((column) => (Number.isNaN(column[row]) ? undefined : column[row]));
    yield csvLine([...(ids ? [ids[row]] : []), ...cells, ...(target ? [target[row]] : [])]);
  }
}
