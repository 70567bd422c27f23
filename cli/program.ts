import { Command } from 'commander'
import { login, logout, whoami } from './commands/login.ts'
import { backup, restore } from './commands/on-machine.ts'
import { profiles } from './commands/profiles.ts'

/** Commands under the headings that help shows them by. */
const sections: readonly (readonly [heading: string, commands: readonly Command[]])[] = [
  ['Signing in:', [login, whoami, logout, profiles]],
  ['On the machine:', [backup, restore]],
]

const introduction = `
Start here:
  $ siteledger login --url http://localhost:3000

Every command answers --help with examples, and --json with JSON for programs.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 69 server not reachable, 77 not permitted.`

/** The whole command line. Throws commander's errors instead of ending the process. */
export const buildProgram = (): Command => {
  const program = new Command('siteledger')
    .description('Siteledger in the terminal: the same server, rules and history as in the browser.')
    .addHelpText('after', introduction)
    .configureHelp({ showGlobalOptions: false })
  for (const [heading, commands] of sections) {
    for (const command of commands) program.addCommand(command.helpGroup(heading))
  }
  return program
}

/** Every command below and including this one. */
export const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
