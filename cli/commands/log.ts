import { groupOf } from '#cli/command.ts'
import { programCommand } from './local-program.ts'

const program = 'cli/operations/log/main.ts'

const info = programCommand(
  {
    name: 'info [place]',
    summary: 'Show id, events, size and kinds of streams of a log: an address, a DATA_DIR or a backup',
    examples: [
      'log info',
      'log info /backups/2026-11-21',
      'log info /safe/eventstore-url    # a file with the address',
    ],
  },
  [program, 'info'],
)

const copy = programCommand(
  {
    name: 'copy',
    summary: 'Copy a log to an empty place, event by event, and compare both; goes on where it was broken off',
    examples: [
      'log copy --to /safe/eventstore-url --dry-run',
      'log copy --to /safe/eventstore-url --follow    # while Siteledger runs, until it is stopped',
      'log copy --from /safe/eventstore-url --to /srv/siteledger',
    ],
  },
  [program, 'copy'],
  (command) =>
    command
      .option('--from <place>', 'address, DATA_DIR or backup; that of this installation unless named')
      .option('--to <place>', 'address or DATA_DIR; that of this installation unless named')
      .option('--dry-run', 'say what would be copied, and write nothing')
      .option('--follow', 'go on with what is written meanwhile, until the source is stopped'),
)

const verify = programCommand(
  {
    name: 'verify <place> <other>',
    summary: 'Compare two logs event by event: counts, order, streams; fails where they differ, and names where',
    examples: ['log verify /srv/siteledger /safe/eventstore-url'],
  },
  [program, 'verify'],
)

export const log = groupOf('log', 'Move the log of events to another event store', [info, copy, verify])
