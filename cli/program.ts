import { createRequire } from 'node:module'
import { Command } from 'commander'
import { billing } from './commands/billing.ts'
import { categories } from './commands/categories.ts'
import { clients } from './commands/clients.ts'
import { completionOf } from './commands/completion.ts'
import { documents } from './commands/documents.ts'
import { exports } from './commands/export.ts'
import { files } from './commands/files.ts'
import { history } from './commands/history.ts'
import { imports } from './commands/imports.ts'
import { kiosk } from './commands/kiosk.ts'
import { backup, doctor, giveUpKey, restore } from './commands/local-program.ts'
import { log } from './commands/log.ts'
import { login, logout, whoami } from './commands/login.ts'
import { metrics } from './commands/metrics.ts'
import { profiles } from './commands/profiles.ts'
import { projections } from './commands/projections.ts'
import { queues } from './commands/queues.ts'
import { sample } from './commands/sample.ts'
import { security } from './commands/security.ts'
import { shares } from './commands/shares.ts'
import { show } from './commands/show.ts'
import { sites } from './commands/sites.ts'
import { trash } from './commands/trash.ts'
import { views } from './commands/views.ts'
import { visits } from './commands/visits.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Commands by the headings of the help. */
const sections: readonly (readonly [heading: string, commands: readonly Command[]])[] = [
  ['Signing in:', [login, whoami, logout, profiles]],
  ['Records:', [clients, sites, visits, files, documents, categories, views, shares, imports, sample, trash]],
  ['History:', [history, show, exports]],
  ['Paying:', [billing]],
  ['For operators:', [projections, metrics, queues, security, kiosk]],
  ['On the machine:', [doctor, backup, restore, log, giveUpKey]],
]

const introduction = `
Start here:
  $ siteledger login --url http://localhost:3000

Every command answers --help with examples, and --json with JSON for programs.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 found what was looked for
(files expiring, documents expiring), 69 server not reachable, 77 not permitted.`

/** The whole command line. Throws commander's errors instead of ending the process. */
export const buildProgram = (): Command => {
  const program = new Command('siteledger')
    .description('Siteledger in the terminal: the same server, rules and history as in the browser.')
    .version(version, '--version', 'print the version')
    .addHelpText('after', introduction)
    .configureHelp({ showGlobalOptions: false })
  for (const [heading, commands] of sections) {
    for (const command of commands) program.addCommand(command.helpGroup(heading))
  }
  return program.addCommand(completionOf(program).helpGroup('On the machine:'))
}

/** A command and all its descendants. */
export const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
