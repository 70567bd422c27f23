import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { commandOf, type Description, groupOf } from '#cli/command.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Becomes a program of the server, with DATA_DIR and the rest of the environment. A child would go on when this process is
 * killed, and hold what it has open.
 */
const runHere = async (program: string, args: readonly string[]): Promise<void> => {
  const path = join(root, program)
  process.argv.splice(1, Number.POSITIVE_INFINITY, path, ...args)
  await import(pathToFileURL(path).href)
}

/** Options as they are typed: `--dry-run`, or `--from` with its value; several times where there are several. */
const typed = (options: object): string[] =>
  Object.entries(options).flatMap(([name, value]) => {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return value === true ? flag : [value].flat().flatMap((each) => [flag, String(each)])
  })

/** A command that is a program of the server: words that it begins with, then arguments and options as they were typed. */
export const programCommand = (
  description: Description,
  [program, ...words]: readonly [program: string, ...words: string[]],
  options?: (command: Command) => Command,
): Command =>
  commandOf(
    description,
    ({ json }, args, own) => runHere(program, [...words, ...args, ...typed(own), ...(json ? ['--json'] : [])]),
    options,
  )

const backupProgram = 'cli/operations/backup/main.ts'

export const backup = programCommand(
  {
    name: 'backup <dir>',
    summary: 'Back up events, keys and content of DATA_DIR, while everything runs',
    examples: [
      'backup /backups/2026-11-21',
      'backup /backups/today --json    # DATA_DIR names the folder, as for npm start',
    ],
  },
  [backupProgram, 'take'],
)

export const restore = programCommand(
  {
    name: 'restore <dir>',
    summary: 'Restore a backup into an empty DATA_DIR, checking every byte',
    examples: ['restore /backups/2026-11-21 --master-key /safe/master.key'],
  },
  [backupProgram, 'restore'],
  (command) => command.option('--master-key <file>', 'the master key that was kept apart'),
)

export const doctor = programCommand(
  {
    name: 'doctor',
    summary: 'Look this installation over and say in words what is wrong with it; changes nothing',
    examples: ['doctor', 'doctor --json'],
  },
  ['cli/operations/doctor/main.ts'],
)

const copyContent = programCommand(
  {
    name: 'copy',
    summary:
      'Copy all content that the log names to another folder or bucket, and compare it; goes on where it was broken off',
    examples: [
      "content copy --to 's3://bucket/content?region=eu-1' --follow    # while Siteledger runs, until it is stopped",
      "content copy --from 's3://bucket/content?region=eu-1' --to file:/srv/content",
    ],
  },
  ['cli/operations/content/main.ts'],
  (command) =>
    command
      .option('--from <url>', 'as CONTENT_URL; that of this installation unless named')
      .option('--to <url>', 'as CONTENT_URL; that of this installation unless named')
      .option('--follow', 'go on with what is uploaded meanwhile, until Siteledger is stopped'),
)

export const content = groupOf('content', 'Move content to another folder or bucket', [copyContent])

export const giveUpKey = programCommand(
  {
    name: 'give-up-key <id...>',
    summary: 'Take missing keys of people for lost for ever, so that Siteledger goes on without their names',
    examples: ['give-up-key 01a20372-2f34-7409-8ecd-553ea9cbcdcb    # the id that the log of Siteledger names'],
  },
  ['cli/operations/give-up-key.ts'],
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
  (_, [role = '']) => runHere('cli/operations/run.ts', [role]),
)
