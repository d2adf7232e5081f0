/** `neurofs completion SHELL`: what makes a shell complete commands, options and their values. */
import { Argument, Command, Option } from 'commander';
import { bashCompletion } from '../completion/bash.js';
import { completionTable } from '../completion/completion-table.js';
import { fishCompletion } from '../completion/fish.js';
import { zshCompletion } from '../completion/zsh.js';
import type { Surroundings } from '../surroundings.js';

const writers = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const;

const examples = `Examples:
  source <(neurofs completion bash)                           now; in ~/.bashrc for every shell
  neurofs completion zsh > "\${fpath[1]}/_neurofs"
  neurofs completion fish > ~/.config/fish/completions/neurofs.fish
`;

export function createCompletionCommand(
  { stdout }: Surroundings,
  commands: () => Promise<readonly Command[]>,
): Command {
  return new Command('completion')
    .description('Prints a script that makes a shell complete commands, options and their values.')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(writers)))
    .addHelpOption(new Option('-h, --help', 'show this help'))
    .addHelpText('before', examples)
    .action(async (shell: keyof typeof writers) => {
      stdout.write(writers[shell](completionTable(await commands())));
    });
}
