/** `neurofs apply`: the columns of a selection taken from a new file, encoded and filled as they were when it was made. */
import { createWriteStream } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Argument, Command, Option } from 'commander';
import { loadFile } from '../../node/files/load-file.js';
import { applySelection } from '../../src/apply-selection.js';
import { throwIfAborted, UserError } from '../../src/errors.js';
import { pickGiven } from '../../src/pick-options.js';
import { readOptionNames } from '../../src/read/read-table.js';
import { readSelection } from '../../src/report/read-selection.js';
import type { SelectionReportInput } from '../../src/report/selection-report-input.js';
import { type WrittenFormat, writeTable, writtenFormats } from '../../src/write/write-table.js';
import { messageLine } from '../errors.js';
import { settlePath } from '../input/standard-input.js';
import { type DataOptions, readingOptions } from '../options/data-options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';

const examples = `Examples:
  neurofs apply neurofs-out/selection.json new-patients.csv --out reduced.csv
  neurofs apply neurofs-out/selection.json new-patients.csv --out reduced.parquet
  neurofs apply neurofs-out/selection.json cohort2.tsv --transpose > reduced.csv
`;

interface ApplyOptions extends Partial<DataOptions> {
  readonly out?: string;
  readonly write?: WrittenFormat;
}

export function createApplyCommand(surroundings: Surroundings): Command {
  const command = new Command('apply')
    .description(
      'Takes the columns of a selection from NEW as numbers, in their order: categories as they were, missing cells filled as they were.',
    )
    .addArgument(new Argument('<selection>', 'a selection.json or report.html that neurofs wrote'))
    .addArgument(new Argument('<NEW>', 'a table in any supported format, or - for standard input'))
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .addHelpText('before', examples);
  for (const option of readingOptions()) command.addOption(option);
  command.addOption(new Option('-o, --out <file>', 'file to write (default: CSV to standard output)'));
  command.addOption(
    new Option('--write <format>', 'format of that file (default: by its ending, else csv)').choices(writtenFormats),
  );
  return command.action((selection: string, path: string, options: ApplyOptions) =>
    apply(selection, path, options, surroundings),
  );
}

async function apply(
  selectionPath: string,
  given: string,
  options: ApplyOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stdout, stderr, env, signal } = surroundings;
  const format = formatOf(options);
  const selection = await openSelection(selectionPath);
  const path = await settlePath(given, surroundings);
  const reading = { ...pickGiven(options, [...readOptionNames, 'with']), signal };
  const { table } = await loadFile(path, reading);
  const names = { selection: selectionPath, table: basename(path) };
  const { reduced, notes } = applySelection(table, selection, names, options.id);
  const colours = createColours(wantsColour(stderr.isTTY === true, env));
  for (const note of [...(table.notes ?? []), ...notes]) stderr.write(messageLine(note, colours));
  const content = await writeTable(reduced, format);
  if (options.out === undefined) for (const piece of content) stdout.write(String(piece));
  else await writeWhole(options.out, content, signal);
}

/** What --write says, or the ending of the file, or CSV. */
function formatOf({ write, out }: ApplyOptions): WrittenFormat {
  const format = write ?? writtenFormats.find((name) => out?.toLowerCase().endsWith(`.${name}`)) ?? 'csv';
  if (out === undefined && format !== 'csv') {
    throw new UserError('usage', `--write ${format} needs a file to write: --out reduced.${format}`);
  }
  return format;
}

/** Written beside its place and moved there, so that nothing half-written is left. */
async function writeWhole(path: string, content: Iterable<string | Uint8Array>, signal: AbortSignal): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(part), { signal });
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
