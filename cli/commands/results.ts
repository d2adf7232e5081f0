/** `neurofs results`: what `neurofs reproduce` has measured so far, as a table or a file. Works while a run goes on. */
import { Command, Option } from 'commander';
import { databasePath, exportEndings, exportResults, queryResults } from '../../node/results/query-results.js';
import { names, wholeNumber } from '../options/options.js';
import { defaultFolder } from '../options/reproduce-options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { printable, textTable } from '../terminal/text-table.js';

interface ResultsOptions {
  readonly data?: readonly string[];
  readonly method?: readonly string[];
  readonly k?: readonly number[];
  readonly failed?: true;
  readonly all?: true;
  readonly sql?: string;
  readonly export?: string;
  readonly json?: true;
}

const examples = `Examples:
  neurofs results                                    means over the seeds, from ${defaultFolder}
  neurofs results my-run --data COIL-20 --k 50
  neurofs results my-run --failed
  neurofs results my-run --all --export results.parquet
  neurofs results my-run --sql "select method, avg(svm) from results where k = 50 group by all"
`;

export function createResultsCommand(surroundings: Surroundings): Command {
  return new Command('results')
    .summary('show the results of neurofs reproduce')
    .description('Shows or exports the results of neurofs reproduce, even while it runs.')
    .argument('[FOLDER]', 'the folder that neurofs reproduce writes to, or its database', defaultFolder)
    .addOption(new Option('--data <a,b,...>', 'only these data sets').argParser(names))
    .addOption(new Option('--method <a,b,...>', 'only these methods').argParser(names))
    .addOption(
      new Option('--k <a,b,...>', 'only these numbers of features').argParser((text) =>
        names(text).map(wholeNumber('--k', 1)),
      ),
    )
    .addOption(new Option('--failed', 'what failed, and why'))
    .addOption(new Option('--all', 'every single result instead of means over the seeds'))
    .addOption(
      new Option('--sql <query>', 'your own SELECT over the table results').conflicts([
        'all',
        'failed',
        'data',
        'method',
        'k',
      ]),
    )
    .addOption(new Option('--export <file>', `write to a file: ${exportEndings.join(', ')}`))
    .addOption(new Option('--json', 'print JSON'))
    .helpOption('-h, --help', 'show this help')
    .addHelpText('before', examples)
    .action((folder: string, options: ResultsOptions) => results(folder, options, surroundings));
}

async function results(folder: string, options: ResultsOptions, { stdout, env }: Surroundings): Promise<void> {
  const path = databasePath(folder);
  const query = options.sql ?? chosenQuery(options);
  if (options.export !== undefined) {
    await exportResults(path, query, options.export);
    stdout.write(`Wrote ${options.export}\n`);
    return;
  }
  const answer = await queryResults(path, query);
  if (options.json) {
    const rows = answer.rows.map((row) => Object.fromEntries(answer.names.map((name, i) => [name, row[i] ?? null])));
    stdout.write(`${JSON.stringify(rows, undefined, 1)}\n`);
    return;
  }
  if (answer.rows.length === 0 && options.sql === undefined) {
    stdout.write(options.failed ? 'Nothing failed.\n' : `${await describeNothing(path)}\n`);
    return;
  }
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  const right = answer.names.flatMap((_, i) => (answer.rows.some((row) => typeof row[i] === 'number') ? [i] : []));
  const rows = answer.rows.map((row) => row.map((cell) => (cell === undefined ? undefined : printable(String(cell)))));
  stdout.write(`${textTable({ head: answer.names, rows, right }, colours.bold)}\n`);
}

/** Says that the filters leave nothing, and what there is to filter by. */
async function describeNothing(path: string): Promise<string> {
  const valuesOf = async (column: string): Promise<string> => {
    const { rows } = await queryResults(path, `select distinct ${column} from results order by all`);
    return rows.map(([value]) => printable(String(value))).join(', ') || 'none';
  };
  return `No such results. Data sets here: ${await valuesOf('data')}. Methods: ${await valuesOf('method')}. K: ${await valuesOf('k')}.`;
}

function chosenQuery(options: ResultsOptions): string {
  const where = filters(options);
  if (options.failed) {
    return `select data, variant, k, seed, error_code, error_message, round(select_seconds, 1) as seconds
      from results where error_code is not null${where} order by all`;
  }
  if (options.all) return `select * from results where true${where} order by data, variant, k, seed`;
  const percent = (name: string) => `round(100 * avg(${name}), 2) as ${name}`;
  return `select data, variant, k, count(*) as runs, ${percent('svm')}, round(100 * stddev_samp(svm), 2) as deviation,
    ${percent('knn')}, ${percent('extra_trees')}, round(avg(select_seconds), 2) as seconds
    from results where error_code is null and kind = 'select'${where} group by data, variant, k
    order by data, k, svm desc`;
}

/** Text in a query is quoted, so that no name can be read as SQL. */
function filters({ data, method, k }: ResultsOptions): string {
  const oneOf = (column: string, values: readonly (string | number)[] | undefined) =>
    values === undefined ? '' : ` and lower(cast(${column} as varchar)) in (${values.map(quoted).join(', ')})`;
  return oneOf('data', data) + oneOf('method', method) + oneOf('k', k);
}

function quoted(value: string | number): string {
  return `'${String(value).toLowerCase().replaceAll("'", "''")}'`;
}
