import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { commandOf, groupOf } from '#cli/command.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Becomes a program of the server, with DATA_DIR and the rest of the environment. A child would go on when this process is
 * killed, and hold what it has open.
 */
export const runHere = async (program: string, args: readonly string[], json: boolean): Promise<void> => {
  const path = join(root, program)
  process.argv.splice(1, Number.POSITIVE_INFINITY, path, ...args, ...(json ? ['--json'] : []))
  await import(pathToFileURL(path).href)
}

const backupProgram = 'cli/operations/backup/main.ts'

export const backup = commandOf(
  {
    name: 'backup <dir>',
    summary: 'Back up events, keys and content of DATA_DIR, while everything runs',
    examples: [
      'backup /backups/2026-11-21',
      'backup /backups/today --json    # DATA_DIR names the folder, as for npm start',
    ],
  },
  (session, [folder = '']) => runHere(backupProgram, ['take', folder], session.json),
)

export const restore = commandOf<{ masterKey?: string }>(
  {
    name: 'restore <dir>',
    summary: 'Restore a backup into an empty DATA_DIR, checking every byte',
    examples: ['restore /backups/2026-11-21 --master-key /safe/master.key'],
  },
  (session, [folder = ''], { masterKey }) =>
    runHere(
      backupProgram,
      ['restore', folder, ...(masterKey === undefined ? [] : ['--master-key', masterKey])],
      session.json,
    ),
  (command) => command.option('--master-key <file>', 'the master key that was kept apart'),
)

export const doctor = commandOf(
  {
    name: 'doctor',
    summary: 'Look this installation over and say in words what is wrong with it; changes nothing',
    examples: ['doctor', 'doctor --json'],
  },
  (session) => runHere('cli/operations/doctor/main.ts', [], session.json),
)

const copyContent = commandOf<{ from?: string; to?: string; follow?: true }>(
  {
    name: 'copy',
    summary:
      'Copy all content that the log names to another folder or bucket, and compare it; goes on where it was broken off',
    examples: [
      "content copy --to 's3://bucket/content?region=eu-1' --follow    # while Siteledger runs, until it is stopped",
      "content copy --from 's3://bucket/content?region=eu-1' --to file:/srv/content",
    ],
  },
  (session, _, { from, to, follow }) =>
    runHere(
      'cli/operations/content/main.ts',
      [
        ...(from === undefined ? [] : ['--from', from]),
        ...(to === undefined ? [] : ['--to', to]),
        ...(follow ? ['--follow'] : []),
      ],
      session.json,
    ),
  (command) =>
    command
      .option('--from <url>', 'as CONTENT_URL; that of this installation unless named')
      .option('--to <url>', 'as CONTENT_URL; that of this installation unless named')
      .option('--follow', 'go on with what is uploaded meanwhile, until Siteledger is stopped'),
)

export const content = groupOf('content', 'Move content to another folder or bucket', [copyContent])

export const giveUpKey = commandOf(
  {
    name: 'give-up-key <id...>',
    summary: 'Take missing keys of people for lost for ever, so that Siteledger goes on without their names',
    examples: ['give-up-key 01a20372-2f34-7409-8ecd-553ea9cbcdcb    # the id that the log of Siteledger names'],
  },
  (session, ids) => runHere('cli/operations/give-up-key.ts', ids, session.json),
)

export const run = commandOf(
  {
    name: 'run <role>',
    summary: 'Run one process of Siteledger in the foreground: api, workers, eventstore or payment-sandbox',
    examples: [
      'run api        # after npm run build; DATA_DIR and the rest of the environment as for npm start',
      'run workers    # SIGTERM ends it in order',
    ],
  },
  (_, [role = '']) => runHere('cli/operations/run.ts', [role], false),
)
