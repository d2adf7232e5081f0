/** `neurofs reproduce`: the paper's experiments, every result kept as it comes, and the report of what is there. */
import { Command, Option } from 'commander';
import { codeVersion } from '../../node/code-version.js';
import { dataFolder } from '../../node/files/dataset-store.js';
import { hashText } from '../../node/files/hash-text.js';
import { findReproductionSets } from '../../node/results/reproduction-sets.js';
import { UserError } from '../../src/errors.js';
import { planJobs } from '../../src/reproduce/plan.js';
import { reproductionFiles } from '../../src/reproduce/report.js';
import { fullScale, quickScale, type Scale } from '../../src/reproduce/scale.js';
import { type ReproduceOptions, reproduceOptions } from '../options/reproduce-options.js';
import { runExperiment } from '../run-experiment.js';
import type { Surroundings } from '../surroundings.js';

const examples = `Examples:
  neurofs reproduce --quick                          every experiment on three data sets, in minutes
  neurofs reproduce --only accuracy,ranking --limit 1h
  neurofs reproduce --data coil20,usps --seeds 3 --out coil-usps
  neurofs reproduce --only accuracy --methods neurofs,fisher
`;

export function createReproduceCommand(surroundings: Surroundings): Command {
  const command = new Command('reproduce')
    .description(
      "Runs the NeuroFS paper's experiments on its data sets (see neurofs datasets) and writes a report. " +
        'Stop it at any time: the same command continues where it left off.',
    )
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup('Output:'))
    .addHelpText('before', examples);
  for (const option of reproduceOptions()) command.addOption(option);
  return command.action((options: ReproduceOptions) => reproduce(options, surroundings));
}

async function reproduce(options: ReproduceOptions, surroundings: Surroundings): Promise<void> {
  const { env } = surroundings;
  const scale = scaleOf(options);
  const found = await findReproductionSets(dataFolder(env), scale, options.data ?? scale.sets);
  if (found.sets.length === 0) {
    throw new UserError('data', `none of the data sets is in ${dataFolder(env)}; see: neurofs datasets`);
  }
  const planned = planJobs({
    experiments: options.only,
    sets: found.sets,
    scale,
    code: codeVersion(),
    ...(options.methods !== undefined && { methods: options.methods }),
  });
  if (options.methods !== undefined && planned.length === 0) {
    throw new UserError('usage', '--methods: none of these methods is part of the experiments asked for');
  }
  if (found.missing.length > 0 && !options.reportOnly) {
    const names = found.missing.map(({ key }) => key).join(', ');
    surroundings.stderr.write(`Not available and left blank: ${names} (neurofs datasets get NAME fetches one)\n`);
  }
  await runExperiment(planned, options, surroundings, (run) =>
    reproductionFiles({
      ...run,
      experiments: options.only,
      planned,
      sets: found.sets,
      scale,
      hash: hashText,
      code: codeVersion(),
      missing: found.missing.map(({ paperName }) => paperName),
    }),
  );
}

function scaleOf({ quick, seeds }: ReproduceOptions): Scale {
  const scale = quick ? quickScale : fullScale;
  return seeds === undefined ? scale : { ...scale, seeds: Array.from({ length: seeds }, (_, seed) => seed) };
}
