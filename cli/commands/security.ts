import { commandOf, groupOf } from '#cli/command.ts'
import { printRows } from '#cli/output/records.ts'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'

const list = commandOf<{ days?: string }>(
  {
    name: 'list',
    summary: 'Show how many sign-ins failed, rights were refused, and so on, on each UTC day, newest first',
    examples: ['security list', 'security list --days 90 --json'],
  },
  async (session, _args, { days }) => {
    const { data } = await session.server().call(listSecurityEvents, { query: { days } })
    const rows = data.flatMap(({ day, counts }) =>
      Object.entries(counts).flatMap(([event, count]) => (count > 0 ? [{ day, event, count }] : [])),
    )
    const columns = [
      { heading: 'Day', of: ({ day }: (typeof rows)[number]) => day },
      { heading: 'Event', of: ({ event }: (typeof rows)[number]) => event },
      { heading: 'Count', of: ({ count }: (typeof rows)[number]) => count },
    ]
    printRows(session, columns, rows)
  },
  (command) => command.option('--days <number>', 'how many days, 30 without it and 90 at most'),
)

export const security = groupOf('security', 'What the security log counts', [list])
