import { commandOf, groupOf, printDone, printRows } from '#cli/command.ts'
import { confirm } from '#cli/prompts.ts'
import { listSecurityEvents } from '#schemas/resources/security-events.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'

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
    const columns = { Day: 'day', Event: 'event', Count: 'count' } as const
    printRows(session, columns, rows)
  },
  (command) => command.option('--days <number>', 'how many days, 30 without it and 90 at most'),
)

const endSessions = commandOf<{ yes?: true }>(
  {
    name: 'end-sessions <user>',
    summary: 'Sign a user out everywhere, by the userId that the security log gives; API tokens stay',
    examples: ['security end-sessions 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [user = ''], { yes = false }) => {
    const server = session.server()
    await confirm(session.terminal, `Sign ${user} out everywhere?`, yes)
    await server.call(endSessionsOfUser, { params: { id: user } })
    printDone(session, `${user} is signed out everywhere.`, { ended: user })
  },
  (command) => command.option('--yes', 'do not ask'),
)

export const security = groupOf('security', 'What the security log counts, and signing someone out', [
  list,
  endSessions,
])
