/** Completion for bash. Where a file may stand it says nothing, and bash completes files by itself. */
import type { CompletedOption, CompletionTable } from './completion-table.js';

export function bashCompletion({ commands, methods }: CompletionTable): string {
  const flags = (options: readonly CompletedOption[]) => options.flatMap((option) => option.flags).join(' ');
  const valued = commands.flatMap(({ name, options }) => options.flatMap((option) => valueCases(name, option)));
  const own = methods.flatMap(({ name, options }) => options.flatMap((option) => valueCases(name, option)));
  return `# Completion of neurofs for bash, made by: neurofs completion bash
_neurofs() {
  local current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} method=neurofs
  local place flags='' values='' head='' whole=''
  COMPREPLY=()
  # bash takes --method=fisher for three words, or for one where COMP_WORDBREAKS has no equals sign.
  if [[ $current == = ]]; then current=''; elif [[ $before == = ]]; then before=\${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $current == --*=* ]]; then before=\${current%%=*}; current=\${current#*=}; whole="$before="; fi
  if (( COMP_CWORD == 1 )); then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$current"))
    return
  fi
  for (( place = 2; place < COMP_CWORD; place++ )); do
    if [[ \${COMP_WORDS[place]} == --method ]]; then
      method=\${COMP_WORDS[place+1]}
      [[ $method == = ]] && method=\${COMP_WORDS[place+2]}
    elif [[ \${COMP_WORDS[place]} == --method=* ]]; then
      method=\${COMP_WORDS[place]#*=}
    fi
  done
  case "$command $before" in
${valued.join('\n')}
  esac
  if [[ $command == select || $command == curve ]]; then
    case "$method $before" in
${own.join('\n')}
      *) ;;
    esac
    [[ $values == - ]] && return
  fi
  if [[ $values == - ]]; then return; fi
  if [[ -n $values ]]; then
    if [[ $values == ,* && $current == *,* ]]; then head="\${current%,*},"; fi
    COMPREPLY=($(compgen -P "$whole$head" -W "\${values#,}" -- "\${current##*,}"))
    return
  fi
  case $command in
${commands.map(({ name, options, words }) => `    ${name}) flags='${flags(options)}'; values='${words.join(' ')}' ;;`).join('\n')}
  esac
  if [[ $command == select || $command == curve ]]; then
    case $method in
${methods.map(({ name, options }) => `      ${name}) flags+=' ${flags(options)}' ;;`).join('\n')}
    esac
  fi
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$current"))
  elif [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$current"))
  fi
}
complete -o bashdefault -o default -F _neurofs neurofs
`;
}

/** A value that is none of a list is a file, or nothing that can be known: a dash. */
function valueCases(owner: string, { flags, takesValue, values, isList }: CompletedOption): string[] {
  if (!takesValue) return [];
  const patterns = flags.map((flag) => `'${owner} ${flag}'`).join('|');
  const text = values === undefined ? '-' : `${isList ? ',' : ''}${values.join(' ')}`;
  return [`    ${patterns}) values='${text}' ;;`];
}
