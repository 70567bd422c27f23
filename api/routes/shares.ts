import { tokenDigest } from '#api/adapters/bearers.ts'
import { newCredentialText } from '#api/adapters/credential-texts.ts'
import { shareDecider } from '#api/domain/share.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { shareStream } from '#api/event-store/streams.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { forbidden, HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { activeFile, activeVisit } from '#api/services/files/active-files.ts'
import { isWhollyWithin, maySee, type ShareAccess } from '#api/services/files/share-access.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeClient, activeSite } from '#api/services/records/active-sites.ts'
import { orBehind, orInvalid, orNotFound } from '#api/services/records/owned.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import type { ShareRow } from '#projections/facilities/shares.ts'
import type { Shared } from '#schemas/events/share.ts'
import { ShareId } from '#schemas/ids.ts'
import { openSharesOfRecord } from '#schemas/limits/ceiling-numbers.ts'
import type { SharedKind } from '#schemas/limits/share-rules.ts'
import {
  createShare,
  listShares,
  type NamedRecord,
  revokeShare,
  type ShareLink,
  sharePages,
} from '#schemas/resources/shares.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { type Clock, daysAfter } from '#schemas/time/dates.ts'

const shownKind: Readonly<Record<Shared['kind'], SharedKind>> = {
  file: 'file',
  visit: 'visit',
  site: 'site',
  'client-compliance': 'compliance',
  'site-compliance': 'compliance',
}

/** Presents a share link; `maker` is null for an erased person, and `isPaused` while they may not share its record. */
const presentShare = (row: ShareRow, maker: string | null, isPaused: boolean): ShareLink => ({
  id: row.id,
  kind: shownKind[row.kind],
  record_id: row.record_id,
  name: row.name,
  site: row.site_id && { id: row.site_id, name: row.site_name ?? '', client_name: row.client_name },
  ...(shownKind[row.kind] === 'compliance' && { client: { id: row.client_id, name: row.client_name } }),
  locked: row.password === 1,
  max_openings: row.max_openings,
  openings: row.openings,
  downloads: row.downloads,
  last_opened_at: row.last_opened_at,
  expires_at: row.expires_at,
  state: stateOf(row, isPaused),
  created_at: row.created_at,
  created_by_user: { name: maker },
  revision: row.revision,
})

const stateOf = ({ max_openings, openings }: ShareRow, isPaused: boolean): ShareLink['state'] => {
  if (max_openings !== null && openings >= max_openings) return 'used-up'
  return isPaused ? 'paused' : 'open'
}

/** What a request names, if it names one. */
const namedIn = ({ kind, client_id, file_id, visit_id, site_id }: NamedRecord): Shared | undefined => {
  if (client_id !== null) return { kind: 'client-compliance', id: client_id }
  if (file_id !== null) return { kind: 'file', id: file_id }
  if (visit_id !== null) return { kind: 'visit', id: visit_id }
  if (site_id === null) return undefined
  return { kind: kind === 'compliance' ? 'site-compliance' : 'site', id: site_id }
}

/** The field of a request that names it. */
const fieldOf = ({ kind }: Shared): string => `${kind.replace('-compliance', '')}_id`

/** Where an active record lies; undefined outside the scope (D-57). */
const placeOf = async (ledger: Ledger, scope: Scope, shared: Shared) => {
  if (shared.kind === 'client-compliance') {
    const client = scope.siteIds === null ? await activeClient(ledger, scope, shared.id) : undefined
    return client && { clientId: client.clientId, siteId: null, visitId: null }
  }
  if (shared.kind === 'site' || shared.kind === 'site-compliance') {
    const site = await activeSite(ledger, scope, shared.id)
    return site && { clientId: site.clientId, siteId: site.siteId, visitId: null }
  }
  if (shared.kind === 'visit') {
    const visit = await activeVisit(ledger, scope, shared.id)
    return visit && { clientId: visit.site.clientId, siteId: visit.site.siteId, visitId: shared.id }
  }
  const file = await activeFile(ledger, scope, shared.id)
  return file && { clientId: file.site.clientId, siteId: file.site.siteId, visitId: file.shownVisit }
}

const tooManyLinks = `There are ${openSharesOfRecord} open links to it. Please revoke some first.`

const turnedOff = () =>
  new HttpProblem(403, { message: 'Share links are off in this team. Its owner can turn them on in the settings.' })

type ShareSetup = {
  digest: (purpose: string, text: string) => string
  hashPassword: (password: string) => Promise<string>
  access: ShareAccess
  /** APP_URL, with which links begin. */
  origin: string
  clock: Clock
}

/** Routes by which members make, see and revoke share links. */
export const shareRoutes = (
  { digest, hashPassword, access, origin, clock }: ShareSetup,
  { facilities: { shares }, directory: { accounts, teams } }: ReadModels,
): Route[] => {
  const present = (row: ShareRow, maker: string | null): ShareLink => {
    const { team_id: teamId, client_id: clientId, site_id: siteId, user_id: userId } = row
    const scope = access.scopeOf({ userId, teamId, kind: row.kind })
    return presentShare(row, maker, !scope || !isWhollyWithin(scope, { teamId, clientId, siteId }))
  }

  return [
    route(listShares, ({ actor, query }) => {
      const shared = namedIn(query)
      const now = clock.now().toISOString()
      const page = shares.list({ scope: inTeam(actor).scope, now, ...(shared && { shared }) }, query)
      const names = accounts.namesOf([...new Set(page.rows.map(({ user_id }) => user_id))])
      return list(page, (row) => present(row, names.get(row.user_id) ?? null))
    }),

    route(createShare, async ({ actor, body, context, ledger }) => {
      const { scope } = inTeam(actor)
      const { teamId } = scope
      if (!teams.allowsShareLinks(teamId)) throw turnedOff()
      const shared = orNotFound(namedIn(body))
      if (!maySee(actor, shared.kind)) throw forbidden()
      const place = orInvalid(fieldOf(shared), await placeOf(ledger, scope, shared))
      const others = shares.list({ scope, now: context.at, shared }, { limit: 1 }).total
      if (others >= openSharesOfRecord) throw invalidField(fieldOf(shared), tooManyLinks)
      const secret = newCredentialText(digest, 'slk_', context.commandId)
      const shareId = ShareId.parse(idMadeBy(context.commandId, 'share'))
      const command = {
        type: 'CreateShare',
        shareId,
        teamId,
        userId: actor.userId,
        shared,
        ...place,
        digest: tokenDigest(secret),
        passwordHash: body.password === null ? null : await hashPassword(body.password),
        maxOpenings: body.max_openings,
        expiresAt: daysAfter(context.at, body.expires_in_days),
      } as const
      const { position } = await handle(ledger, shareDecider, shareStream(shareId), command, context)
      return resource(() => {
        const row = orBehind(shares.one({ scope, now: context.at }, shareId))
        const name = accounts.namesOf([actor.userId]).get(actor.userId) ?? null
        return { ...present(row, name), url: origin + sharePages + secret }
      }, position)
    }),

    route(revokeShare, async ({ actor, params: { id }, context, ifMatch, ledger }) => {
      const { scope } = inTeam(actor)
      orNotFound(shares.one({ scope, now: context.at }, id))
      const command = { type: 'RevokeShare', teamId: scope.teamId } as const
      const { position } = await handle(ledger, shareDecider, shareStream(id), command, context, ifMatch)
      return empty(position)
    }),
  ]
}
