import { Argument, type Command } from 'commander'
import { commandOf } from '#cli/command.ts'

/** Completions after a command: its subcommands and options. */
type Following = { path: string; words: string[] }

const followingOf = (command: Command, path: string): Following[] => {
  const options = command.options.filter(({ hidden }) => !hidden).flatMap(({ long }) => long ?? [])
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const words = [...command.commands.map((each) => each.name()), ...choices, ...options, '--help']
  return [{ path, words }, ...command.commands.flatMap((each) => followingOf(each, `${path} ${each.name()}`.trim()))]
}

const cases = (program: Command): string =>
  followingOf(program, '')
    .map(({ path, words }) => `    '${path}') words='${words.join(' ')}' ;;`)
    .join('\n')

/** The longest known command before the cursor selects the completions; without one, file names are completed. */
const bashScript = (program: Command): string => `# bash completion of siteledger
_siteledger() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
  done
  while :; do
    case "$path" in
${cases(program)}
    esac
    if [ -n "$words" ] || [ -z "$path" ]; then break; fi
    case "$path" in *' '*) path="\${path% *}" ;; *) path='' ;; esac
  done
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _siteledger siteledger
`

/** zsh runs the same function through its emulation of bash's completion. */
const zshScript = (program: Command): string => `#compdef siteledger
autoload -Uz bashcompinit && bashcompinit
${bashScript(program)}`

const scripts = { bash: bashScript, zsh: zshScript } as const

/** `completion` prints a script by which a shell completes the commands of `program`. */
export const completionOf = (program: Command): Command =>
  commandOf(
    {
      name: 'completion',
      summary: 'Print what bash or zsh has to read to complete commands with the tabulator key',
      examples: ['completion bash >> ~/.bashrc', 'completion zsh > ~/.zfunc/_siteledger    # a folder of your fpath'],
    },
    (session, [shell = 'bash']) => session.terminal.print(scripts[shell as keyof typeof scripts](program).trimEnd()),
    (command) => command.addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts))),
  )
