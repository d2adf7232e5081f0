/** `neurofs serve --stdio`: calls of other languages, such as the Python package, over standard input and output. */
import { Command, Option } from 'commander';
import { serveStdio } from '../../node/serve/serve-stdio.js';
import { UserError } from '../../src/errors.js';
import type { Surroundings } from '../surroundings.js';

export function createServeCommand({ signal }: Surroundings): Command {
  return new Command('serve')
    .description(
      'Answers calls over standard input and output until the input ends. The protocol is in docs/protocol.md.',
    )
    .addOption(new Option('--stdio', 'over standard input and output, the only way there is'))
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .action(async ({ stdio }: { readonly stdio?: true }) => {
      if (!stdio) throw new UserError('usage', 'say how to serve: --stdio');
      await serveStdio({ output: process.stdout, signal });
    });
}
