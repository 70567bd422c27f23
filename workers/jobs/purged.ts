import { clientDecider } from '#api/domain/client.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, documentStream, fileStream, siteStream, teamStream } from '#api/event-store/streams.ts'
import { ancestryOfFile } from '#api/sagas/file-ancestry.ts'
import type { ClientId, DocumentId, FileId, SiteId, TeamId } from '#schemas/ids.ts'

/** The recorded reason for a job whose record is purged. */
export const purgedReason = 'purged'

export type TeamRecord =
  | { resource: 'teams'; id: TeamId }
  | { resource: 'clients'; id: ClientId }
  | { resource: 'sites'; id: SiteId }
  | { resource: 'files'; id: FileId }
  | { resource: 'documents'; id: DocumentId }

const isItselfPurged = async (ledger: Ledger, record: TeamRecord): Promise<boolean> => {
  switch (record.resource) {
    case 'teams':
      return (await load(ledger, teamDecider, teamStream(record.id))).status === 'purged'
    case 'clients':
      return (await load(ledger, clientDecider, clientStream(record.id))).status === 'purged'
    case 'sites': {
      const site = await load(ledger, siteDecider, siteStream(record.id))
      if (site.status === 'none' || site.status === 'purged') return site.status === 'purged'
      return isItselfPurged(ledger, { resource: 'clients', id: site.clientId })
    }
    case 'files': {
      const file = await load(ledger, fileDecider, fileStream(record.id))
      if (file.status === 'none' || file.status === 'purged') return file.status === 'purged'
      const ancestry = await ancestryOfFile(ledger, file)
      return !ancestry || isItselfPurged(ledger, { resource: 'clients', id: ancestry.clientId })
    }
    case 'documents':
      return (await load(ledger, documentDecider, documentStream(record.id))).status === 'purged'
    default:
      record satisfies never
      return false
  }
}

/**
 * Whether a record of a team is purged, by itself or with its parent, which explains its missing content. A record that
 * is purged with its parent has no event of its own (D-10, D-96).
 */
export const isPurged = async (ledger: Ledger, teamId: TeamId, record: TeamRecord): Promise<boolean> =>
  (await isItselfPurged(ledger, record)) || isItselfPurged(ledger, { resource: 'teams', id: teamId })
