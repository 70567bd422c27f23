import { setTimeout as wait } from 'node:timers/promises'
import { commandOf, groupOf, printOne, printRows, rowsCommand } from '#cli/command.ts'
import { Failure } from '#cli/failure.ts'
import { openRemoteProgress } from '#cli/output/progress.ts'
import type { Columns } from '#cli/output/table.ts'
import type { Session } from '#cli/session.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import type { CallOf } from '#schemas/endpoint.ts'
import {
  type DayMetrics,
  listMetrics,
  type MetricEvent,
  type MetricsReplay,
  metrics as names,
  replayMetrics,
  showMetricsReplay,
} from '#schemas/resources/metrics.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { dateField } from '#schemas/time/calendar-date.ts'
import { plusDays, today } from '#schemas/time/dates.ts'

/** Money in major units, of the currency that the plans are priced in. */
const major = (minor: number): string => majorUnits(minor).toFixed(2)

const show = rowsCommand<DayMetrics, { from?: string; to?: string }>(
  {
    name: 'show',
    summary: 'Show the numbers of each UTC day, newest first; the 60 newest days unless --from names another',
    examples: ['metrics show', 'metrics show --from 01/03/2026 --to 31/03/2026 --json'],
  },
  (server, _args, { from, to }) => server.call(listMetrics, { query: { from, to } }),
  {
    Day: 'day',
    Teams: 'teams',
    Users: 'users',
    'New users': 'new_users',
    Clients: 'clients',
    Sites: 'sites',
    Files: 'files',
    Size: ({ files_size }) => humanReadableSize(files_size),
    Recurring: ({ recurring }) => major(recurring),
    Volume: ({ volume }) => major(volume),
  },
  (command) => command.option('--from <date>', 'the first day').option('--to <date>', 'the last day'),
)

type Result = NonNullable<MetricsReplay['result']>
type Day = Result['days'][number]
/** One number of one day, before and after. */
type Compared = { day: string; metric: string; before: number | null; after: number }

const comparedIn = ({ day, old, new: now }: Day): Compared[] =>
  names.map((metric) => ({ day, metric, before: old?.[metric] ?? null, after: now[metric] }))

const differs = ({ before, after }: Compared): boolean => before !== after

const outcomeOf = ({ differing, elsewhere, days, replaced }: Result): string => {
  const other = elsewhere > 0 ? ` So do ${elsewhere} other days, which are put right together with these.` : ''
  const kept = replaced ? 'The new numbers are in place.' : 'The old numbers were kept.'
  return `${differing} of ${days.length} days differ.${other} ${kept}`
}

type Moved = MetricEvent & { day: string }
const movedColumns: Columns<Moved> = {
  Day: 'day',
  Number: 'metric',
  Change: ({ change }) => (change > 0 ? `+${change}` : change),
  Event: 'type',
  Position: 'position',
}

/** The earliest day that the server accepts; it knows its first day with numbers. */
const maxDays = 3660

/** The range of days: all, unless the options name some. */
const daysOf = ({ from, to }: { from?: string; to?: string }): { from: string; to: string } => {
  const last = to ?? today(new Date(), 'UTC')
  const parsed = dateField('to').safeParse(last)
  // The server validates dates.
  return { from: from ?? (parsed.success ? plusDays(parsed.data, 1 - maxDays) : last), to: last }
}

/** Milliseconds between two polls of a replay. */
const pause = 300

/** Has the server replay the numbers, and waits for the result. Throws Failure if the replay fails. */
const replayed = async (session: Session, call: CallOf<typeof replayMetrics>): Promise<Result> => {
  const server = session.server()
  const progress = openRemoteProgress(session, 'metrics')
  try {
    let { data: replay } = await server.call(replayMetrics, call)
    while (replay.state === 'running') {
      progress.to(replay.share, 'reading the log')
      await wait(pause)
      replay = (await server.call(showMetricsReplay)).data
    }
    if (!replay.result) throw new Failure(`The replay failed: ${replay.reason}`)
    return replay.result
  } finally {
    progress.end()
  }
}

const replay = commandOf<{ from?: string; to?: string; dryRun?: true; events?: true }>(
  {
    name: 'replay',
    summary: 'Work the numbers out from the log again, show old beside new, and put the new ones in place',
    examples: [
      'metrics replay --dry-run',
      'metrics replay --from 01/03/2026 --to 31/03/2026 --dry-run',
      'metrics replay --from 05/03/2026 --to 05/03/2026 --dry-run --events',
    ],
  },
  async (session, _args, { from, to, dryRun, events }) => {
    const { terminal, json } = session
    const body = {
      ...daysOf({ ...(from && { from }), ...(to && { to }) }),
      dry_run: dryRun === true,
      events: events === true,
    }
    const data = await replayed(session, { body })
    if (json) return printOne(session, data)
    const compared = data.days.flatMap(comparedIn)
    printRows(
      session,
      { Day: 'day', Number: 'metric', Before: 'before', Now: 'after', '': (each) => (differs(each) ? 'differs' : '') },
      compared.filter((each) => differs(each) || data.days.length === 1),
    )
    const moved: Moved[] = data.days.flatMap(({ day, events: all = [] }) => all.map((event) => ({ day, ...event })))
    if (moved.length > 0) {
      terminal.print('')
      printRows(session, movedColumns, moved)
    }
    terminal.note(outcomeOf(data))
  },
  (command) =>
    command
      .option('--from <date>', 'the first day that is shown, dd/mm/yyyy or yyyy-mm-dd; the first of all')
      .option('--to <date>', 'the last day that is shown; today')
      .option('--dry-run', 'keep the old numbers')
      .option('--events', 'name the events behind each number (at most 31 days)'),
)

export const metrics = groupOf('metrics', 'The numbers of the platform, day by day', [show, replay])
