/** `neurofs results`: what `neurofs reproduce` or `compare` has measured so far, as a table or a file, while it runs too. */
import { Command, Option } from 'commander';
import { exportEndings, exportResults, queryResults, readResults } from '../../node/results/query-results.js';
import { importRows, travelEnding, writeRows } from '../../node/results/travel.js';
import { UserError } from '../../src/errors.js';
import type { JobRow } from '../../src/experiment/result-row.js';
import { countOf, formatCount } from '../../src/report/format.js';
import { names, wholeNumber } from '../options/options.js';
import { defaultFolder } from '../options/reproduce-options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { printable, textTable } from '../terminal/text-table.js';

interface ResultsOptions {
  readonly data?: readonly string[];
  readonly methods?: readonly string[];
  /** As --methods was called. */
  readonly method?: readonly string[];
  readonly k?: readonly number[];
  readonly judge?: readonly string[];
  readonly measure?: readonly string[];
  readonly failed?: true;
  readonly all?: true;
  readonly sql?: string;
  readonly export?: string;
  readonly import?: string;
  readonly json?: true;
}

const examples = `Examples:
  neurofs results                                    means over the seeds, from ${defaultFolder}
  neurofs results my-run --data COIL-20 --k 50
  neurofs results my-run --failed
  neurofs results my-run --all --export results.parquet
  neurofs results my-run --export rows.jsonl         every result whole, to go on with elsewhere:
  neurofs results my-run --import rows.jsonl
  neurofs results my-run --sql "select method, judge, avg(value) from results join measures using (key) where measure = 'accuracy' group by all"
`;

export function createResultsCommand(surroundings: Surroundings): Command {
  return new Command('results')
    .description('Shows or exports the results of neurofs reproduce or neurofs compare, even while it runs.')
    .argument('[FOLDER]', 'the folder that the results are written to, or the file of them in it', defaultFolder)
    .addOption(new Option('--data <a,b,...>', 'only these data sets').argParser(names))
    .addOption(new Option('--methods <a,b,...>', 'only these methods').argParser(names))
    .addOption(new Option('--method <a,b,...>', 'the same as --methods').argParser(names).hideHelp())
    .addOption(
      new Option('-k, --k <a,b,...>', 'only these numbers of features').argParser((text) =>
        names(text).map(wholeNumber('--k', 1)),
      ),
    )
    .addOption(new Option('--judge <a,b,...>', 'only these judges').argParser(names))
    .addOption(
      new Option(
        '--measure <a,b,...>',
        `only these measures; without --all the usual ones: ${usualMeasures.join(', ')}`,
      ).argParser(names),
    )
    .addOption(new Option('--failed', 'what failed, and why'))
    .addOption(new Option('--all', 'every single result instead of means over the seeds'))
    .addOption(
      new Option('--sql <query>', 'your own SELECT over the tables results and measures').conflicts([
        'all',
        'failed',
        'data',
        'methods',
        'method',
        'k',
        'judge',
        'measure',
      ]),
    )
    .addOption(
      new Option(
        '--export <file>',
        `write to a file: ${exportEndings.join(', ')}; or ${travelEnding}, which has all there is and can be imported`,
      ),
    )
    .addOption(
      new Option(
        '--import <file>',
        `add the results of such a ${travelEnding} file to the folder, to go on with them`,
      ).conflicts(['export', 'sql', 'all', 'failed', 'data', 'method', 'k', 'judge', 'measure', 'json']),
    )
    .addOption(new Option('--json', 'print JSON'))
    .helpOption('-h, --help', 'show this help')
    .addHelpText('before', examples)
    .action((folder: string, options: ResultsOptions) => results(folder, options, surroundings));
}

async function results(folder: string, options: ResultsOptions, { stdout, env }: Surroundings): Promise<void> {
  if (options.import !== undefined) {
    const { added, known } = await importRows(options.import, folder);
    const text = `${countOf(added, 'result')} added to ${folder}${known > 0 ? `, ${formatCount(known)} known before` : ''}`;
    stdout.write(`${text.replaceAll('\u00a0', ' ')}\n`);
    return;
  }
  const kept = await readResults(folder);
  const query = options.sql ?? chosenQuery(options);
  if (options.export?.toLowerCase().endsWith(travelEnding)) {
    checkWhole(options);
    await writeRows(kept, options.export);
    stdout.write(`Wrote ${options.export}\n`);
    return;
  }
  if (options.export !== undefined) {
    await exportResults(kept, query, options.export);
    stdout.write(`Wrote ${options.export}\n`);
    return;
  }
  const answer = await queryResults(kept, query);
  if (options.json) {
    const rows = answer.rows.map((row) => Object.fromEntries(answer.names.map((name, i) => [name, row[i] ?? null])));
    stdout.write(`${JSON.stringify(rows, undefined, 1)}\n`);
    return;
  }
  if (answer.rows.length === 0 && options.sql === undefined) {
    stdout.write(options.failed ? 'Nothing failed.\n' : `${await describeNothing(kept)}\n`);
    return;
  }
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  const right = answer.names.flatMap((_, i) => (answer.rows.some((row) => typeof row[i] === 'number') ? [i] : []));
  const rows = answer.rows.map((row) => row.map((cell) => (cell === undefined ? undefined : printable(String(cell)))));
  stdout.write(`${textTable({ head: answer.names, rows, right }, colours.bold)}\n`);
}

/** What is to be imported again is the whole of it. */
function checkWhole({ sql, failed, ...options }: ResultsOptions): void {
  const filters = [options.data, options.method, options.k, options.judge, options.measure, sql, failed];
  if (filters.every((given) => given === undefined)) return;
  throw new UserError(
    'usage',
    `a ${travelEnding} file has every result whole: leave the filters away, or export to ${exportEndings.join(', ')}`,
  );
}

/** Says that the filters leave nothing, and what there is to filter by. */
async function describeNothing(kept: readonly JobRow[]): Promise<string> {
  const valuesOf = async (column: string): Promise<string> => {
    const { rows } = await queryResults(kept, `select distinct ${column} from results order by all`);
    return rows.map(([value]) => printable(String(value))).join(', ') || 'none';
  };
  return `No such results. Data sets here: ${await valuesOf('data')}. Methods: ${await valuesOf('method')}. K: ${await valuesOf('k')}.`;
}

/** What decides where nothing else is said. */
const usualMeasures = ['accuracy', 'r2', 'concordance'];

function chosenQuery(options: ResultsOptions): string {
  const where = filters(options);
  if (options.failed) {
    return `select data, variant, k, seed, error_code, error_message, round(select_seconds, 1) as seconds
      from results where error_code is not null${where} order by all`;
  }
  const measured = oneOf('judge', options.judge) + oneOf('measure', options.measure);
  if (options.all) {
    return `select * from results left join measures using (key) where true${where}${measured}
      order by data, variant, k, seed, judge, measure`;
  }
  const usual = options.measure === undefined ? oneOf('measure', usualMeasures) : '';
  return `select data, k, variant, judge, measure, count(*) as runs, round(avg(value), 4) as mean,
    round(stddev_samp(value), 4) as deviation, round(avg(select_seconds), 2) as seconds
    from results join measures using (key)
    where error_code is null and kind = 'select'${where}${measured}${usual}
    group by data, k, variant, judge, measure order by data, k, judge, measure, mean desc`;
}

/** Text in a query is quoted, so that no name can be read as SQL. */
function oneOf(column: string, values: readonly (string | number)[] | undefined): string {
  return values === undefined ? '' : ` and lower(cast(${column} as varchar)) in (${values.map(quoted).join(', ')})`;
}

function filters({ data, method, methods = method, k }: ResultsOptions): string {
  return oneOf('data', data) + oneOf('method', methods) + oneOf('k', k);
}

function quoted(value: string | number): string {
  return `'${String(value).toLowerCase().replaceAll("'", "''")}'`;
}
