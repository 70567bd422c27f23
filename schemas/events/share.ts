import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, FileId, ShareId, SiteId, TeamId, UserId, VisitId } from '../ids.ts'

/** What a share link is for: a record, or what is required of the sites of a client or of one site (D-122). */
export const Shared = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), id: FileId }),
  z.object({ kind: z.literal('visit'), id: VisitId }),
  z.object({ kind: z.literal('site'), id: SiteId }),
  z.object({ kind: z.literal('client-compliance'), id: ClientId }),
  z.object({ kind: z.literal('site-compliance'), id: SiteId }),
])
export type Shared = z.infer<typeof Shared>

const share = { shareId: ShareId, teamId: TeamId }

export const shareEvents = {
  /**
   * `userId` made the link. `digest` is the SHA-256 of its secret, which is shown once and not stored; `passwordHash` is
   * argon2id, null without a password. Client, site and visit are those of the record at that time; a client has no site.
   */
  ShareCreated: z.object({
    ...share,
    userId: UserId,
    shared: Shared,
    clientId: ClientId,
    siteId: SiteId.nullable(),
    visitId: VisitId.nullable(),
    digest: z.string(),
    passwordHash: z.string().nullable(),
    /** Null: as often as anyone likes. */
    maxOpenings: z.int().min(1).nullable(),
    expiresAt: z.iso.datetime(),
  }),
  ShareOpened: z.object(share),
  /** One file, or all that the page shows as one zip file. */
  SharedFilesDownloaded: z.object({ ...share, fileIds: z.array(FileId).min(1) }),
  ShareRevoked: z.object(share),
}

export type ShareEvent = EventOf<typeof shareEvents>
