import { groupOf } from '#cli/command.ts'
import { programCommand } from './local-program.ts'

const program = 'cli/operations/keys/main.ts'

const copy = programCommand(
  {
    name: 'copy',
    summary:
      'Copy the keys of people to an empty place while Siteledger is stopped; the old place is refused afterwards',
    examples: [
      "keys copy --from file:/srv/siteledger/keys.sqlite --to 's3://ours/keys?endpoint=https://s3.example.com'",
    ],
  },
  [program, 'copy'],
  (command) =>
    command
      .option('--from <url>', 'a file: address, or that of a bucket; KEYS_URL unless named')
      .requiredOption('--to <url>', 'a file: address, or that of a bucket'),
)

const rewrap = programCommand(
  {
    name: 'rewrap',
    summary:
      'Exchange the master key, OLD_MASTER_KEY, for MASTER_KEY while Siteledger is stopped; goes on where it was broken off',
    examples: ['keys rewrap    # with OLD_MASTER_KEY_FILE and MASTER_KEY_FILE'],
  },
  [program, 'rewrap'],
)

export const keys = groupOf('keys', 'Move the keys of people, or exchange their master key', [copy, rewrap])
