/** Completion for zsh, with what every word means beside it. */
import type { CompletedOption, CompletionTable } from './completion-table.js';

export function zshCompletion({ commands, methods }: CompletionTable): string {
  const valued = commands.flatMap(({ name, options }) => options.flatMap((option) => valueCases(name, option)));
  const own = methods.flatMap(({ name, options }) => options.flatMap((option) => valueCases(name, option)));
  const listed = commands.map(({ name, help }) => quoted(`${name}:${help}`));
  return `#compdef neurofs
# Completion of neurofs for zsh, made by: neurofs completion zsh
_neurofs() {
  local -a commands flags
  local command=$words[2] before=$words[CURRENT-1] method=neurofs place
  commands=(${listed.join(' ')})
  if (( CURRENT == 2 )); then _describe command commands; return; fi
  for (( place = 3; place < CURRENT; place++ )); do
    [[ $words[place] == --method ]] && method=$words[place+1]
    [[ $words[place] == --method=* ]] && method=\${words[place]#--method=}
  done
  case "$command $before" in
${valued.join('\n')}
  esac
  if [[ $command == select || $command == curve ]]; then
    case "$method $before" in
${own.join('\n')}
    esac
  fi
  if [[ $words[CURRENT] == -* ]]; then
    case $command in
${commands.map(({ name, options }) => `      ${name}) flags=(${described(options)}) ;;`).join('\n')}
    esac
    if [[ $command == select || $command == curve ]]; then
      case $method in
${methods.map(({ name, options }) => `        ${name}) flags+=(${described(options)}) ;;`).join('\n')}
      esac
    fi
    _describe option flags
    return
  fi
  case $command in
${commands
  .filter(({ words }) => words.length > 0)
  .map(({ name, words }) => `    ${name}) compadd -- ${words.join(' ')}; return ;;`)
  .join('\n')}
  esac
  _files
}
if [[ $funcstack[1] == _neurofs ]]; then _neurofs "$@"; else compdef _neurofs neurofs; fi
`;
}

function valueCases(owner: string, { flags, takesValue, values, isList }: CompletedOption): string[] {
  if (!takesValue) return [];
  const patterns = flags.map((flag) => quoted(`${owner} ${flag}`)).join('|');
  const list = isList ? `_values -s , value ${values?.join(' ')}` : `compadd -- ${values?.join(' ')}`;
  return [`    ${patterns}) ${values === undefined ? '_files' : list}; return ;;`];
}

function described(options: readonly CompletedOption[]): string {
  return options.flatMap(({ flags, help }) => flags.map((flag) => quoted(`${flag}:${help}`))).join(' ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
