/** `neurofs describe`: what a file holds, what would be done to it, what to look out for, and the command to run. */
import { Command, Option } from 'commander';
import { targetOf } from '../../node/files/target-of.js';
import { encodeOptionNames } from '../../src/encode/encode-table.js';
import { UserError } from '../../src/errors.js';
import { type DescribedTable, describeTable, guessedElsewhere } from '../../src/examine/describe-table.js';
import { pickGiven } from '../../src/pick-options.js';
import { flagOf } from '../../src/select/option-flag.js';
import { shellQuote } from '../../src/shell-quote.js';
import { inTurns } from '../../src/turns.js';
import { inWords } from '../../src/wording.js';
import { type LoadedData, readTable } from '../input/read-dataset.js';
import { type DataOptions, dataOptions, grouped } from '../options/data-options.js';
import { fileArgument, type NamedData, nameData } from '../options/named-data.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { descriptionText } from '../terminal/description-text.js';
import { createProgress } from '../terminal/terminal.js';
import { flagWording } from '../wording.js';

const examples = `Examples:
  neurofs describe genes.csv
  neurofs describe genes.csv --target tumour --json
`;

type DescribeOptions = DataOptions & { readonly json?: true };

export function createDescribeCommand(surroundings: Surroundings): Command {
  const command = new Command('describe')
    .description('Reads FILE and tells what it holds, what would be done to each column, and what to look out for.')
    .addArgument(fileArgument())
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples);
  const output = new Option('--json', 'print the description as JSON');
  for (const option of [...grouped('Data:', dataOptions()), ...grouped('Output:', [output])]) command.addOption(option);
  return command.action(async (file: string | undefined, options: DescribeOptions) =>
    describe(await nameData(file, options, surroundings), file, options, surroundings),
  );
}

async function describe(
  data: NamedData,
  file: string | undefined,
  options: DescribeOptions,
  surroundings: Surroundings,
): Promise<void> {
  const { stdout, stderr, env, signal } = surroundings;
  const progress = createProgress({ ...surroundings, stream: stderr });
  try {
    const found = await readTable(data, options, signal, progress);
    const target = knownTarget(options, found);
    const elsewhere = target === undefined ? await inTurns(guessedElsewhere(found.table), signal) : undefined;
    const loaded =
      elsewhere === undefined ? found : await readTable(data, { ...options, target: elsewhere }, signal, progress);
    progress.stage('Looking at it');
    const given = { ...pickGiven(options, encodeOptionNames), ...(target !== undefined && { target }) };
    const described = await describeTable(loaded.table, given, signal);
    progress.end();
    const command = suggestedCommand(file, options, described);
    if (options.json) stdout.write(`${JSON.stringify(asJson(data, loaded, described, command), undefined, 2)}\n`);
    else {
      const colours = createColours(wantsColour(stdout.isTTY === true, env));
      const heading = { name: data.name, format: loaded.format, command };
      stdout.write(descriptionText(described, heading, colours, stdout.columns || 80));
    }
  } finally {
    progress.end();
  }
}

/** The one that was named, or that the data brings. */
function knownTarget({ target }: DescribeOptions, loaded: LoadedData): string | undefined {
  try {
    return targetOf(target, loaded);
  } catch (error) {
    if (error instanceof UserError && error.code === 'usage') return undefined;
    throw error;
  }
}

/** Options that were given come back as they were; those that the data needs come after them. */
function suggestedCommand(file: string | undefined, given: DescribeOptions, described: DescribedTable): string {
  const { sql, allowPath, x, names, transpose, with: beside, on, format, missingMarks } = given;
  const reading = { sql, allowPath, x, names, transpose, with: beside, on, format, missingMarks };
  const unknown = described.options.transpose ? {} : { target: 'COLUMN' };
  const { target, ...options } = { ...unknown, ...described.options };
  const isDefault = (value: unknown) => value === undefined || value === 'refuse' || value === 'auto' || isEmpty(value);
  const words = Object.entries({ ...reading, target, ...options })
    .filter(([name, value]) => !isDefault(value) && !(name === 'rareBelow' && value === 2))
    .flatMap(([name, value]) => (value === true ? [flagOf(name)] : [flagOf(name), wordOf(value)]));
  const command = described.target === undefined ? 'describe' : 'select';
  return shellQuote(['neurofs', command, ...(file === undefined ? [] : [file]), ...words]);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function wordOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .map(([name, weight]) => `${name}=${weight}`)
      .join(',');
  }
  return String(value);
}

function asJson({ name }: NamedData, { checksum, format }: LoadedData, described: DescribedTable, command: string) {
  const { findings, options: _, ...rest } = described;
  return {
    format: 'neurofs-description',
    formatVersion: 1,
    data: { file: name, sha256: checksum, ...(format !== undefined && { format }) },
    ...rest,
    findings: findings.map(({ kind, level, columns, ...remark }) => ({
      kind,
      level,
      text: inWords(remark, flagWording),
      ...(columns && { columns }),
    })),
    command,
  };
}
