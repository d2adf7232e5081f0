/** Completion for fish: one line for every command and option. */
import type { CompletedOption, CompletionTable } from './completion-table.js';

export function fishCompletion({ commands, methods }: CompletionTable): string {
  const lines = commands.flatMap(({ name, help, options, words }) => {
    const after = `__fish_seen_subcommand_from ${name}`;
    return [
      `complete -c neurofs -n __fish_use_subcommand -f -a ${name} -d ${quoted(help)}`,
      ...(words.length > 0 ? [`complete -c neurofs -n ${quoted(after)} -f -a ${quoted(words.join(' '))}`] : []),
      ...options.map((option) => optionLine(after, option)),
    ];
  });
  const own = methods.flatMap(({ name, options }) =>
    options.map((option) =>
      optionLine(`__fish_seen_subcommand_from select curve; and __neurofs_method ${name}`, option),
    ),
  );
  return `# Completion of neurofs for fish, made by: neurofs completion fish
function __neurofs_method
  set -l words (commandline -opc)
  set -l place (contains -i -- --method $words); or begin; test $argv[1] = neurofs; return; end
  test "$words[(math $place + 1)]" = $argv[1]
end
${[...lines, ...own].join('\n')}
`;
}

function optionLine(condition: string, { flags, help, takesValue, values }: CompletedOption): string {
  const named = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value = !takesValue ? '' : values === undefined ? ' -r' : ` -x -a ${quoted(values.join(' '))}`;
  return `complete -c neurofs -n ${quoted(condition)} ${named.join(' ')}${value} -d ${quoted(help)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
