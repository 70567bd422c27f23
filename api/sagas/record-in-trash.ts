import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { recordStream } from '#api/event-store/streams.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import type { SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import { idDetail, nouns, type OwnStream, withInitial } from '#schemas/nouns.ts'

const deciders: Record<OwnStream, object> = {
  clients: clientDecider,
  sites: siteDecider,
  visits: visitDecider,
  files: fileDecider,
  documents: documentDecider,
}

/** The facts that the trash needs of any record. */
type Deletable = { status: string; trashId?: TrashId | null; siteId?: SiteId }
type TrashCommand = { type: string; teamId: TeamId; trashId: TrashId }

/** A record by its noun and id, and the command that deletes it into one trash entry, or restores or purges it from there. */
export const recordInTrash = (
  noun: OwnStream,
  id: string,
  verb: 'Delete' | 'Restore' | 'Purge',
  taken: { teamId: TeamId; trashId: TrashId },
) => ({
  decider: deciders[noun] as Decider<Deletable, TrashCommand, LedgerEvent>,
  stream: recordStream(noun, id),
  command: { type: `${verb}${withInitial(nouns[noun].one)}`, [idDetail(noun)]: id, ...taken },
})
