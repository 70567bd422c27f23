import { commandOf, groupOf } from '#cli/command.ts'
import { printRows } from '#cli/output/records.ts'
import type { Column } from '#cli/output/table.ts'
import type { ResponseOf } from '#schemas/endpoint.ts'
import { humanReadableSize } from '#schemas/file-size.ts'
import {
  type DayMetrics,
  listMetrics,
  type MetricEvent,
  metrics as names,
  replayMetrics,
} from '#schemas/resources/metrics.ts'

const columns: readonly Column<DayMetrics>[] = [
  { heading: 'Day', of: ({ day }) => day },
  { heading: 'Teams', of: ({ teams }) => teams },
  { heading: 'Users', of: ({ users }) => users },
  { heading: 'New users', of: ({ new_users }) => new_users },
  { heading: 'Clients', of: ({ clients }) => clients },
  { heading: 'Sites', of: ({ sites }) => sites },
  { heading: 'Files', of: ({ files }) => files },
  { heading: 'Size', of: ({ files_size }) => humanReadableSize(files_size) },
]

const show = commandOf<{ from?: string; to?: string }>(
  {
    name: 'show',
    summary: 'Show the numbers of each UTC day, newest first; the 60 newest days unless --from names another',
    examples: ['metrics show', 'metrics show --from 01/03/2026 --to 31/03/2026 --json'],
  },
  async (session, _args, { from, to }) => {
    const { data } = await session.server().ask(listMetrics, { query: { from, to } })
    printRows(session, columns, data)
  },
  (command) => command.option('--from <date>', 'the first day').option('--to <date>', 'the last day'),
)

type Day = ResponseOf<typeof replayMetrics>['days'][number]
/** One number of one day, before and after. */
type Compared = { day: string; metric: string; before: number | null; after: number }

const comparedIn = ({ day, old, new: now }: Day): Compared[] =>
  names.map((metric) => ({ day, metric, before: old?.[metric] ?? null, after: now[metric] }))

const differs = ({ before, after }: Compared): boolean => before !== after

type Moved = MetricEvent & { day: string }

const replay = commandOf<{ from: string; to: string; dryRun?: true; events?: true }>(
  {
    name: 'replay',
    summary: 'Work the numbers of some days out from the log again, and show old beside new',
    examples: [
      'metrics replay --from 01/03/2026 --to 31/03/2026 --dry-run',
      'metrics replay --from 05/03/2026 --to 05/03/2026 --dry-run --events',
    ],
  },
  async (session, _args, { from, to, dryRun, events }) => {
    const { terminal, json } = session
    const body = { from, to, dry_run: dryRun === true, events: events === true }
    const { data } = await session.server().ask(replayMetrics, { body })
    if (json) {
      terminal.print(JSON.stringify(data, null, 2))
      return
    }
    const compared = data.days.flatMap(comparedIn)
    printRows(
      session,
      [
        { heading: 'Day', of: ({ day }) => day },
        { heading: 'Number', of: ({ metric }) => metric },
        { heading: 'Before', of: ({ before }) => before },
        { heading: 'Now', of: ({ after }) => after },
        { heading: '', of: (each) => (differs(each) ? 'differs' : '') },
      ],
      compared.filter((each) => differs(each) || data.days.length === 1),
    )
    const moved: Moved[] = data.days.flatMap(({ day, events: all = [] }) => all.map((event) => ({ day, ...event })))
    if (moved.length > 0) {
      terminal.print('')
      printRows(
        session,
        [
          { heading: 'Day', of: ({ day }) => day },
          { heading: 'Number', of: ({ metric }) => metric },
          { heading: 'Change', of: ({ change }) => (change > 0 ? `+${change}` : change) },
          { heading: 'Event', of: ({ type }) => type },
          { heading: 'Position', of: ({ position }) => position },
        ],
        moved,
      )
    }
    const kept = data.replaced ? 'The new numbers are in place.' : 'The old numbers were kept.'
    terminal.note(`${data.differing} of ${data.days.length} days differ. ${kept}`)
  },
  (command) =>
    command
      .requiredOption('--from <date>', 'the first day, dd/mm/yyyy or yyyy-mm-dd')
      .requiredOption('--to <date>', 'the last day')
      .option('--dry-run', 'keep the old numbers')
      .option('--events', 'name the events behind each number (at most 31 days)'),
)

export const metrics = groupOf('metrics', 'The numbers of the platform, day by day', [show, replay])
