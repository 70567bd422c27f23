import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, printDone } from '#cli/command.ts'
import { limitsWords } from '#schemas/limits/limits-override.ts'
import { endLimitsOverride, overrideLimits } from '#schemas/resources/kiosk-limits.ts'
import type { LimitsOverride } from '#schemas/resources/limits-override.ts'

/** '40 sites and 12 members until 2026-12-31'. */
export const overrideOf = ({ sites, team_members: teamMembers, teams: owned, ends_at }: LimitsOverride): string =>
  `${limitsWords({ sites, teamMembers, teams: owned })} until ${ends_at.slice(0, 10)}`

const given = bodyFields(overrideLimits, {
  sites: { flags: '--sites <number>', about: 'how many sites it may have' },
  team_members: { flags: '--members <number>', about: 'how many members' },
  teams: { flags: '--teams <number>', about: 'how many teams its owner may have' },
  ends_at: { flags: '--until <day>', about: 'the last day, UTC' },
  reason: { flags: '--reason <text>', about: 'why; the team reads it in its history' },
})

/** `limits <team>`: gives a team other limits, or ends them. */
export const limits = commandOf<Typed & { end?: true }>(
  {
    name: 'limits <team>',
    summary: 'Give a team other limits than those of its plan or trial, until the end of a day, UTC; or end them',
    examples: [
      'kiosk teams limits 01a2058f-631e-8e7e-8c39-617364ddfe45 --sites 40 --until 31/12/2026 --reason "They move sites"',
      'kiosk teams limits 01a2058f-631e-8e7e-8c39-617364ddfe45 --end',
    ],
  },
  async (session, [id = ''], { end, ...typed }) => {
    const server = session.server()
    if (end) {
      await server.call(endLimitsOverride, { params: { id } })
      return printDone(session, 'The team has the limits of its plan or trial.', { ended: id })
    }
    const body = { reason: '', ends_at: '', ...(await given.body(server, typed)) }
    const { data } = await server.call(overrideLimits, { params: { id }, body })
    printDone(session, `The team has ${overrideOf(data)}.`, data)
  },
  (command) => given.addOptions(command).option('--end', 'end the limits that it was given'),
)
