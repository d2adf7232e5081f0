/** `neurofs benchmark`: methods compared on every data set of a folder, and a report in the form of the reproduction. */
import { Argument, Command, Option } from 'commander';
import { codeVersion } from '../../node/code-version.js';
import { hashText } from '../../node/files/hash-text.js';
import { benchmarkFileName } from '../../node/results/benchmark-file.js';
import { findBenchmarkSets } from '../../node/results/benchmark-sets.js';
import { UserError } from '../../src/errors.js';
import { benchmarkFiles } from '../../src/reproduce/benchmark-report.js';
import { planComparison } from '../../src/reproduce/plan.js';
import type { Scale } from '../../src/reproduce/scale.js';
import { defaultForms } from '../../src/reproduce/variants.js';
import { methods as allMethods } from '../../src/select/registry.js';
import { type BenchmarkOptions, benchmarkOptions } from '../options/benchmark-options.js';
import { runExperiment } from '../run-experiment.js';
import type { Surroundings } from '../surroundings.js';

const examples = `Examples:
  neurofs benchmark my-data                          every method on every table of the folder
  neurofs benchmark my-data --methods neurofs,mrmr,boruta --k 10,20 --seeds 10
  neurofs benchmark my-data --target class --out run --limit 10m

my-data/${benchmarkFileName} says what is to be told in tables that do not say it themselves:
  { "tecator.csv": { "target": "fat" }, "lung.csv": { "target": "days", "event": "died", "missing": "median" }, "notes.csv": false }
`;

export function createBenchmarkCommand(surroundings: Surroundings): Command {
  const command = new Command('benchmark')
    .description(
      'Compares methods on every table of a folder and writes a report: tables, curves, ranks, and which methods can be told apart. ' +
        'Stop it at any time: the same command continues where it left off.',
    )
    .addArgument(new Argument('<FOLDER>', 'a folder of tables in any supported format'))
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples);
  for (const option of benchmarkOptions()) command.addOption(option);
  return command.action((folder: string, options: BenchmarkOptions) => benchmark(folder, options, surroundings));
}

async function benchmark(folder: string, options: BenchmarkOptions, surroundings: Surroundings): Promise<void> {
  const { stderr, signal } = surroundings;
  const { sets, leftOut } = await findBenchmarkSets(folder, options, signal);
  for (const { name, why } of leftOut) stderr.write(`Left out: ${name}: ${why}\n`);
  if (leftOut.length > 0)
    stderr.write(`To pass a file over, say "${leftOut[0].name}": false in ${benchmarkFileName}.\n`);
  if (sets.length === 0) {
    throw new UserError(
      'data',
      `${folder}: there is no table that can be taken; name targets with --target or in ${benchmarkFileName}`,
    );
  }
  const scale: Scale = {
    isQuick: false,
    ks: options.k,
    seeds: Array.from({ length: options.seeds }, (_, seed) => seed),
    networkCount: 0,
  };
  const able = new Set(sets.flatMap(({ methods }) => methods ?? []));
  const asked = options.methods ?? allMethods.filter(({ isSlow }) => !isSlow).map(({ name }) => name);
  const compared = defaultForms([...new Set([...asked.filter((name) => able.has(name)), 'random'])]);
  const code = codeVersion();
  const planned = planComparison(compared, { sets, scale, code });
  await runExperiment(planned, options, surroundings, (run) =>
    benchmarkFiles({ ...run, planned, sets, scale, compared, leftOut, hash: hashText, code }),
  );
}
