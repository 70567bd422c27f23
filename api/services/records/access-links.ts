import { isWhollyWithin, maySee } from '#api/services/files/share-access.ts'
import { isNamedOn } from '#api/services/files/shared-compliance.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { ShareRow } from '#projections/facilities/shares.ts'
import type { MembershipQueries } from '#projections/past/memberships.ts'
import type { Shared } from '#schemas/events/share.ts'
import type { ClientId, FileId, SiteId, TeamId, VisitId } from '#schemas/ids.ts'
import { openSharesOfRecord } from '#schemas/limits/ceiling-numbers.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { roleHolds } from '#schemas/policy.ts'
import type { Access } from '#schemas/resources/access.ts'
import { abilitiesOf, scopeOf } from '#schemas/rights/membership.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { type Clock, dayOf } from '#schemas/time/dates.ts'
import { accessWords, since } from './access-words.ts'

/** What the rows of all nouns with a list may tell of where they lie. */
export type Row = {
  id: string
  name: string | null
  client_id?: ClientId
  client_name?: string
  site_id?: SiteId
  site_name?: string
  visit_id?: VisitId | null
}

export type RecordOfMoment = { noun: ArrangedKind; row: Row }

/** The links that show a record: to itself, or to what it lies in; to compliance where a cell names the file. */
const linksTo = ({ noun, row }: RecordOfMoment, isNamed: boolean): Shared[] => {
  const of = (kind: Shared['kind'], id: string | null | undefined) => (id ? [{ kind, id } as Shared] : [])
  if (noun === 'clients') return of('client-compliance', row.id)
  if (noun === 'sites') return [...of('site', row.id), ...of('site-compliance', row.id)]
  if (noun === 'visits') return [...of('visit', row.id), ...of('site', row.site_id)]
  if (noun !== 'files') return []
  const places = [...of('file', row.id), ...of('visit', row.visit_id), ...of('site', row.site_id)]
  const named = [...of('site-compliance', row.site_id), ...of('client-compliance', row.client_id)]
  return isNamed ? [...places, ...named] : places
}

/** The share links of a team that were open at the moment of a request and show a record, with their makers. */
export const openLinks = (models: ReadModels, memberships: MembershipQueries, clock: Clock, teamId: TeamId) => {
  const { nameOf, told } = accessWords(models, memberships, clock)

  /** Whether the maker of a link might share what it shows, as its page asks. */
  const isOpen = ({
    kind,
    user_id,
    client_id: clientId,
    site_id: siteId,
    max_openings,
    openings,
  }: ShareRow): boolean => {
    const maker = memberships.membership(user_id, teamId)
    if (!maker || !memberships.allowsShareLinks(teamId) || !roleHolds(maker.role, 'share')) return false
    if (max_openings !== null && openings >= max_openings) return false
    const place = { teamId, clientId, siteId }
    return maySee({ abilities: abilitiesOf(maker) }, kind) && isWhollyWithin(scopeOf(teamId, maker), place)
  }

  return async (record: RecordOfMoment): Promise<Access[]> => {
    const now = clock.now().toISOString()
    const page = { limit: openSharesOfRecord }
    const { id, site_id: site } = record.row
    const named = isNamedOn(models.facilities.compliance, dayOf(clock))
    const isNamed =
      record.noun === 'files' && site !== undefined && (await named(wholeTeam(teamId), id as FileId, site))
    const rows = linksTo(record, isNamed).flatMap(
      (shared) => models.facilities.shares.list({ scope: wholeTeam(teamId), shared, now }, page).rows,
    )
    return rows.filter(isOpen).map((share) => {
      const what = share.kind.includes('compliance')
        ? `the compliance of ${share.name}`
        : `the ${share.kind} ${share.name}`
      const reason = { text: since(`Share link to ${what}`), position: memberships.sharedAt(share.id) }
      return { kind: 'share', id: share.id, name: nameOf(share.user_id), role: null, may: ['view'], ...told([reason]) }
    })
  }
}
