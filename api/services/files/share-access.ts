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
import type { FileId, TeamId, UserId } from '#schemas/ids.ts'
import { mostSharedFiles } from '#schemas/limits/share-rules.ts'
import { grants } from '#schemas/policy.ts'
import { createShare } from '#schemas/resources/shares.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type Maker = { userId: UserId; teamId: TeamId }
/** The record of a link, as its page tells of it. */
export type SharedRecord = { name: string; about: string }

export type ShareAccess = {
  /** The files that the maker of a link may share at present; undefined if none. */
  scopeOf: (maker: Maker & Pick<Shared, 'kind'>) => Scope | undefined
  /** The record of a link, within the scope of whoever made it. Throws 404 where it is not seen any more. */
  record: (share: KnownShare) => SharedRecord
  /** A page of its files, newest first; without a cursor the first. */
  files: (share: KnownShare, cursor?: string) => Page<FileRow>
  file: (share: KnownShare, id: FileId) => FileRow
}

/** Whether a caller may share records of this kind: what the link shows are files. */
export const maySee = ({ abilities }: Pick<SignedIn, 'abilities'>, kind: Shared['kind']): boolean =>
  grants(abilities, `${kind}s.view`) && grants(abilities, 'files.view')

/**
 * The targets of share links: no more than their makers may share at this moment, so that a link is paused with their
 * role (docs/decisions/2026-11-23-share-links.md); nothing while the team has them off.
 */
export const openShareAccess = (
  caller: (credential: Credential) => SignedIn | undefined,
  verifiedOnly: boolean,
  { records: { files, visits, sites }, directory: { teams } }: ReadModels,
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

  return {
    scopeOf,
    record: (share) => {
      const { shared } = share
      const scope = scopeOfShare(share)
      if (shared.kind === 'site') {
        const { name, postcode } = orNotFound(sites.one(scope, shared.id))
        return { name, about: ['Site', postcode].filter(Boolean).join(' · ') }
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
      return files.list(scope, page, shared.kind === 'visit' ? { visitId: shared.id } : { siteId: shared.id })
    },
    file: (share, id) => {
      const { shared } = share
      const row = orNotFound(files.one(scopeOfShare(share), id))
      const placed = { file: row.id, visit: row.visit_id, site: row.site_id }[shared.kind]
      if (placed !== shared.id) throw notFound()
      return row
    },
  }
}
