/** `neurofs datasets`: the data sets of the paper, which of them are here, and how to get the others. */
import { Command, Option } from 'commander';
import { dataFolder, getSet, type ListedSet, listSets } from '../../node/files/dataset-store.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';
import { createProgress } from '../terminal/terminal.js';
import { textTable } from '../terminal/text-table.js';

const examples = `Examples:
  neurofs datasets                     what there is, and what you have
  neurofs datasets get coil20          fetch one
  neurofs select coil20 --k 50         use it by its name
`;

export function createDatasetsCommand(surroundings: Surroundings): Command {
  const command = new Command('datasets')
    .description("Lists the paper's data sets and shows which of them you have.")
    .addOption(new Option('--json', 'print the whole catalogue as JSON'))
    .helpOption('-h, --help', 'show this help')
    .addHelpText('before', examples)
    .action(({ json }: { json?: true }) => list(json === true, surroundings));
  const get = new Command('get')
    .summary('fetch a data set')
    .description('Fetches a data set from where it is published; an interrupted download is resumed.')
    .argument('<NAME>', 'its name in the list')
    .helpOption('-h, --help', 'show this help')
    .action((name: string) => fetchSet(name, surroundings));
  return command.addCommand(get);
}

async function list(asJson: boolean, { env, stdout }: Surroundings): Promise<void> {
  const folder = dataFolder(env);
  const sets = await listSets(folder);
  if (asJson) {
    const told = sets.map(({ set, stored }) => ({ ...set, here: stored?.paths ?? null }));
    stdout.write(`${JSON.stringify({ folder, sets: told }, undefined, 2)}\n`);
    return;
  }
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  stdout.write(`${describeSets(sets, colours.bold)}\n\nFolder: ${folder} (NEUROFS_DATA names another)\n`);
  if (sets.some(({ stored }) => !stored)) stdout.write('Fetch one with: neurofs datasets get NAME\n');
}

/** The table of all sets. */
function describeSets(sets: readonly ListedSet[], styleHead: (text: string) => string): string {
  const rows = sets.map(({ set, stored }) => [
    set.key,
    String(set.rows),
    String(set.features),
    String(set.classes),
    set.settings.scaling,
    stored ? 'yes' : '-',
    set.licence,
    set.page,
  ]);
  const head = ['name', 'rows', 'features', 'classes', 'scaling', 'here', 'licence', 'published at'];
  return textTable({ head, rows, right: [1, 2, 3] }, styleHead);
}

async function fetchSet(name: string, surroundings: Surroundings): Promise<void> {
  const { env, stdout, stderr, signal } = surroundings;
  const progress = createProgress({ ...surroundings, stream: stderr });
  let current = '';
  try {
    const stored = await getSet(name, {
      folder: dataFolder(env),
      signal,
      onProgress: ({ file, received, total }) => {
        if (file !== current) progress.stage(`Fetching ${file}`);
        current = file;
        if (total !== undefined) progress.share(received / total);
      },
    });
    progress.end();
    stdout.write(`${stored.set.key} is in ${stored.paths.join(', ')}\n`);
  } finally {
    progress.end();
  }
}
