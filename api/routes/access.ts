import { resource } from '#api/http/answer.ts'
import { type Call, type Route, route } from '#api/http/route.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { accessIn, recordIn } from '#api/services/records/access.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { MembershipQueries } from '#projections/past/memberships.ts'
import { listAccess, showAccess } from '#schemas/resources/access.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import type { Clock } from '#schemas/time/dates.ts'

const note =
  'Operators of this installation see everything at all times; only those in the name of a member are listed.'

/** Who may see a record, at a moment or now, which only the past answers: it knows since when. */
export const accessRoutes = (models: ReadModels, memberships: MembershipQueries, clock: Clock): Route[] => {
  type Asked = Pick<Call<typeof listAccess>, 'actor' | 'query' | 'request'>

  /** The record, within what the caller sees today. Throws 404 for any other. */
  const asked = ({ actor, query: { record }, request }: Asked) => {
    const { teamId, scope } = inTeam(actor)
    const { kind, id } = record
    const noun = `${kind}s` as const
    const { hidden } = historyReader(actor, models.directory)
    orNotFound(hidden.includes(noun) ? undefined : recordIn(models, scope, noun, id))
    const row = orNotFound(recordIn(models, wholeTeam(teamId), noun, id))
    request.res?.set('x-access-note', note)
    return { ...accessIn(models, memberships, clock, teamId), record: { noun, row } }
  }
  return [
    route(listAccess, async (call) => {
      const { all, record } = asked(call)
      return resource(await all(record))
    }),
    route(showAccess, (call) => {
      const { ofMember, record } = asked(call)
      return resource(orNotFound(ofMember(call.params.userId, record)))
    }),
  ]
}
