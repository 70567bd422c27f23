import { createRequire } from 'node:module'
import { Command } from 'commander'
import { completionOf } from './commands/completion.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

/** Commands by their words, under the headings of the help. A module is loaded when one of its commands is wanted. */
const sections: Readonly<Record<string, Readonly<Record<string, () => Promise<Command>>>>> = {
  'Signing in:': {
    login: async () => (await import('./commands/login.ts')).login,
    whoami: async () => (await import('./commands/login.ts')).whoami,
    logout: async () => (await import('./commands/login.ts')).logout,
    profiles: async () => (await import('./commands/profiles.ts')).profiles,
  },
  'Records:': {
    clients: async () => (await import('./commands/clients.ts')).clients,
    sites: async () => (await import('./commands/sites.ts')).sites,
    visits: async () => (await import('./commands/visits.ts')).visits,
    files: async () => (await import('./commands/files.ts')).files,
    documents: async () => (await import('./commands/documents.ts')).documents,
    categories: async () => (await import('./commands/categories.ts')).categories,
    compliance: async () => (await import('./commands/compliance.ts')).compliance,
    fields: async () => (await import('./commands/fields.ts')).fields,
    views: async () => (await import('./commands/views.ts')).views,
    shares: async () => (await import('./commands/shares.ts')).shares,
    import: async () => (await import('./commands/imports.ts')).imports,
    sample: async () => (await import('./commands/sample.ts')).sample,
    trash: async () => (await import('./commands/trash.ts')).trash,
  },
  'History:': {
    access: async () => (await import('./commands/access.ts')).access,
    history: async () => (await import('./commands/history.ts')).history,
    diff: async () => (await import('./commands/diff.ts')).diff,
    open: async () => (await import('./commands/open.ts')).open,
    show: async () => (await import('./commands/show.ts')).show,
    checkpoint: async () => (await import('./commands/log-proofs.ts')).checkpoint,
    proof: async () => (await import('./commands/log-proofs.ts')).proof,
    pack: async () => (await import('./commands/packs.ts')).packs,
    export: async () => (await import('./commands/export.ts')).exports,
  },
  'Paying:': {
    billing: async () => (await import('./commands/billing.ts')).billing,
  },
  'For operators:': {
    replicas: async () => (await import('./commands/replicas.ts')).replicas,
    projections: async () => (await import('./commands/projections.ts')).projections,
    metrics: async () => (await import('./commands/metrics.ts')).metrics,
    queues: async () => (await import('./commands/queues.ts')).queues,
    security: async () => (await import('./commands/security.ts')).security,
    kiosk: async () => (await import('./commands/kiosk.ts')).kiosk,
  },
  'On the machine:': {
    run: async () => (await import('./commands/local-program.ts')).run,
    doctor: async () => (await import('./commands/local-program.ts')).doctor,
    backup: async () => (await import('./commands/local-program.ts')).backup,
    restore: async () => (await import('./commands/local-program.ts')).restore,
    keys: async () => (await import('./commands/keys.ts')).keys,
    log: async () => (await import('./commands/log.ts')).log,
    verify: async () => (await import('./commands/log-proofs.ts')).verify,
    notary: async () => (await import('./commands/log-proofs.ts')).notary,
    content: async () => (await import('./commands/local-program.ts')).content,
    'give-up-key': async () => (await import('./commands/local-program.ts')).giveUpKey,
  },
}

const introduction = `
Start here:
  $ siteledger login --url http://localhost:3000

Every command answers --help with examples, and --json with JSON for programs.
Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 found what was looked for
(files expiring, documents expiring, compliance, diff) or refused files (import files),
69 server not reachable, 77 not permitted.`

/**
 * The command line with the command of that word alone, or with all of them where none has it: to load one takes a third of
 * the time of all. Throws commander's errors instead of ending the process.
 */
export const buildProgram = async (word = ''): Promise<Command> => {
  const program = new Command('siteledger')
    .description('Siteledger in the terminal: the same server, rules and history as in the browser.')
    .version(version, '--version', 'print the version')
    .addHelpText('after', introduction)
    .configureHelp({ showGlobalOptions: false })
    .enablePositionalOptions()
  const isKnown = Object.values(sections).some((commands) => Object.hasOwn(commands, word))
  for (const [heading, commands] of Object.entries(sections)) {
    for (const [name, load] of Object.entries(commands)) {
      if (!isKnown || name === word) program.addCommand((await load()).helpGroup(heading))
    }
  }
  return isKnown ? program : program.addCommand(completionOf(program).helpGroup('On the machine:'))
}

/** A command and all its descendants. */
export const withSubcommands = (command: Command): Command[] => [command, ...command.commands.flatMap(withSubcommands)]
