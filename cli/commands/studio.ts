/** `neurofs studio`: serves the page to this machine until Ctrl-C. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { startStudioServer } from '../../node/studio/studio-server.js';
import { wholeNumber } from '../options/options.js';
import type { Surroundings } from '../surroundings.js';
import { createColours, wantsColour } from '../terminal/colours.js';

interface StudioOptions {
  readonly port?: number;
  readonly open?: true;
}

const examples = `Examples:
  neurofs studio --open
  neurofs studio --port 8080
`;

export function createStudioCommand(surroundings: Surroundings): Command {
  return new Command('studio')
    .description('Serves NeuroFS Studio, a page that runs the whole selection in your browser, to this machine only.')
    .addOption(
      new Option('--port <number>', 'port to serve on (default: any free one)').argParser(
        wholeNumber('--port', 1, 65_535),
      ),
    )
    .addOption(new Option('--open', 'open the page in the default browser'))
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .addHelpText('before', examples)
    .action((options: StudioOptions) => studio(options, surroundings));
}

async function studio({ port, open }: StudioOptions, { stdout, env, signal }: Surroundings): Promise<void> {
  const folder = fileURLToPath(new URL('../../studio', import.meta.url));
  const server = await startStudioServer({ folder, ...(port !== undefined && { port }) });
  const colours = createColours(wantsColour(stdout.isTTY === true, env));
  stdout.write(`NeuroFS Studio is at ${colours.bold(server.address)}\nPress Ctrl-C to stop.\n`);
  if (open) openInBrowser(server.address);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await server.close();
}

/** Where no browser can be started the address above is still there to be used. */
function openInBrowser(address: string): void {
  const [program, ...words] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', address]
        : ['xdg-open', address];
  spawn(program, words, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
