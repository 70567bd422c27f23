import { placeOfFile } from '#api/bulk/places.ts'
import { clientDecider } from '#api/domain/client.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { teamDecider } from '#api/domain/team.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, documentStream, fileStream, siteStream, teamStream } from '#api/event-store/streams.ts'
import type { ClientId, DocumentId, FileId, SiteId, TeamId } from '#schemas/ids.ts'

/** The reason that is recorded for work that nobody can do any more. */
export const purgedReason = 'purged'

export type Thing =
  | { resource: 'teams'; id: TeamId }
  | { resource: 'clients'; id: ClientId }
  | { resource: 'sites'; id: SiteId }
  | { resource: 'files'; id: FileId }
  | { resource: 'documents'; id: DocumentId }

const itselfIsPurged = async (ledger: Ledger, thing: Thing): Promise<boolean> => {
  switch (thing.resource) {
    case 'teams':
      return (await load(ledger, teamDecider, teamStream(thing.id))).status === 'purged'
    case 'clients':
      return (await load(ledger, clientDecider, clientStream(thing.id))).status === 'purged'
    case 'sites': {
      const site = await load(ledger, siteDecider, siteStream(thing.id))
      if (site.status === 'none' || site.status === 'purged') return site.status === 'purged'
      return itselfIsPurged(ledger, { resource: 'clients', id: site.clientId })
    }
    case 'files': {
      const file = await load(ledger, fileDecider, fileStream(thing.id))
      if (file.status === 'none' || file.status === 'purged') return file.status === 'purged'
      const place = await placeOfFile(ledger, file)
      return !place || itselfIsPurged(ledger, { resource: 'clients', id: place.clientId })
    }
    case 'documents':
      return (await load(ledger, documentDecider, documentStream(thing.id))).status === 'purged'
    default:
      thing satisfies never
      return false
  }
}

/**
 * Whether a thing of a team is gone for ever, by itself or with what it lay in, so that its content is missing for good
 * reason. What lay in something leaves no event of its own when that is purged (D-10, D-96).
 */
export const isPurged = async (ledger: Ledger, teamId: TeamId, thing: Thing): Promise<boolean> =>
  (await itselfIsPurged(ledger, thing)) || itselfIsPurged(ledger, { resource: 'teams', id: teamId })
