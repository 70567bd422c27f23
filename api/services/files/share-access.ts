import type { SignedIn } from '#api/http/actor.ts'
import { isAuthorized } from '#api/http/authorize.ts'
import type { Credential } from '#api/http/credential.ts'
import { notFound } from '#api/http/problem.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { KnownShare } from '#projections/facilities/shares.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { Shared } from '#schemas/events/share.ts'
import type { ClientId, FileId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import { mostSharedFiles } from '#schemas/limits/share-rules.ts'
import { grants } from '#schemas/policy.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

type Place = { teamId: TeamId; clientId: ClientId; siteId: SiteId | null }

type Maker = { userId: UserId; teamId: TeamId }
/** The record of a link, as its page tells of it. */
export type SharedRecord = { name: string; about: string }

export type RequiredOf = { scope: Scope; client?: ClientId; site?: SiteId }

export type ShareAccess = {
  /** The files that the maker of a link may share at present; undefined if none. */
  scopeOf: (maker: Maker & Pick<Shared, 'kind'>) => Scope | undefined
  /** The record of a link, within the scope of whoever made it. Throws 404 where it is not seen any more. */
  record: (share: KnownShare) => SharedRecord
  /** A page of its files, newest first; without a cursor the first. */
  files: (share: KnownShare, cursor?: string) => Page<FileRow>
  file: (share: KnownShare, id: FileId) => FileRow
  /** The sites whose compliance a link is for, within the scope of whoever made it; null of other links. Throws 404. */
  required: (share: KnownShare) => RequiredOf | null
}

/** Whether a record of these ids lies within a scope; a client without a site with all that it has. */
export const isWhollyWithin = (scope: Scope, { siteId, ...place }: Place): boolean =>
  siteId === null ? scope.siteIds === null && isWithin(scope, place) : isWithin(scope, { ...place, siteId })

const isCompliance = (kind: Shared['kind']) => kind === 'client-compliance' || kind === 'site-compliance'

/** Whether a caller may share records of this kind: what the link shows are files. */
export const maySee = ({ abilities }: Pick<SignedIn, 'abilities'>, kind: Shared['kind']): boolean =>
  grants(abilities, 'files.view') && (isCompliance(kind) || grants(abilities, `${kind}s.view`))

/**
 * The targets of share links: no more than their makers may share at this moment, so that a link is paused with their
 * role (docs/decisions/2026-11-23-share-links.md); nothing while the team has them off.
 */
export const openShareAccess = (
  caller: (credential: Credential) => SignedIn | undefined,
  verifiedOnly: boolean,
  { records: { files, visits, sites, clients }, directory: { teams } }: ReadModels,
): ShareAccess => {
  const makerOf = ({ userId, teamId }: Maker): (SignedIn & { scope: Scope }) | undefined => {
    const maker = caller({ userId, teamId, epoch: Number.POSITIVE_INFINITY, token: null })
    if (!maker?.scope || maker.teamId !== teamId) return undefined
    return isAuthorized(createShare, maker, verifiedOnly) ? { ...maker, scope: maker.scope } : undefined
  }

  const scopeOf: ShareAccess['scopeOf'] = ({ kind, ...who }) => {
    if (!teams.allowsShareLinks(who.teamId)) return undefined
    const maker = makerOf(who)
    return maker && maySee(maker, kind) ? maker.scope : undefined
  }

  const scopeOfShare = ({ user_id, team_id, shared }: KnownShare): Scope =>
    orNotFound(scopeOf({ userId: user_id, teamId: team_id, kind: shared.kind }))

  const one = (row: FileRow | undefined): Page<FileRow> => ({ rows: row ? [row] : [], total: 1, next: null })
  const none: Page<FileRow> = { rows: [], total: 0, next: null }

  /** A client whose sites are all seen. */
  const clientIn = (scope: Scope, id: ClientId) =>
    orNotFound(scope.siteIds === null ? clients.one(scope, id) : undefined)

  return {
    scopeOf,
    record: (share) => {
      const { shared } = share
      const scope = scopeOfShare(share)
      if (shared.kind === 'client-compliance') return { name: clientIn(scope, shared.id).name, about: 'Compliance' }
      if (shared.kind === 'site' || shared.kind === 'site-compliance') {
        const { name, postcode } = orNotFound(sites.one(scope, shared.id))
        const what = shared.kind === 'site' ? 'Site' : 'Compliance'
        return { name, about: [what, postcode].filter(Boolean).join(' · ') }
      }
      const kind = shared.kind === 'file' ? 'File' : 'Visit'
      const row = orNotFound(shared.kind === 'file' ? files.one(scope, shared.id) : visits.one(scope, shared.id))
      return { name: row.name, about: `${kind} · ${row.site_name}` }
    },
    files: (share, cursor) => {
      const { shared } = share
      const scope = scopeOfShare(share)
      const page = { limit: mostSharedFiles, cursor }
      if (shared.kind === 'file') return one(files.one(scope, shared.id))
      if (shared.kind === 'visit') return files.list(scope, page, { visitId: shared.id })
      return shared.kind === 'site' ? files.list(scope, page, { siteId: shared.id }) : none
    },
    file: (share, id) => {
      const { shared } = share
      const row = orNotFound(files.one(scopeOfShare(share), id))
      const places: Partial<Record<Shared['kind'], string | null>> = {
        file: row.id,
        visit: row.visit_id,
        site: row.site_id,
      }
      if (places[shared.kind] !== shared.id) throw notFound()
      return row
    },
    required: (share) => {
      const { shared } = share
      const scope = scopeOfShare(share)
      if (shared.kind === 'client-compliance') return { scope, client: clientIn(scope, shared.id).id }
      if (shared.kind !== 'site-compliance') return null
      return { scope, site: orNotFound(sites.one(scope, shared.id)).id }
    },
  }
}
