import type { ContentStore } from '#api/adapters/content-store.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import type { Decider } from '#api/domain/decider.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  categoryTreeStream,
  clientStream,
  documentStream,
  fileStream,
  siteStream,
  visitStream,
} from '#api/event-store/streams.ts'
import type { ExpiredEntry, ExpiredQueries } from '#projections/sweeps/expired-trash/expired-trash.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { ClientId, DocumentId, FileId, SiteId, type TrashId, VisitId } from '#schemas/ids.ts'
import { contextOfStep } from '#workers/command-context.ts'
import { forEachInOrder } from './sweeps.ts'

export type TrashPurgeTools = { ledger: Ledger; expired: ExpiredQueries; content: Pick<ContentStore, 'remove'> }

/**
 * Milliseconds after which a restore that was accepted at the last moment is recorded, as is an upload whose content is
 * stored and may equal content that is to be removed.
 */
const grace = 60 * 60 * 1000

/** One record of an entry: whether it is in the trash by that entry according to the log, and its purge. */
type Step = { isInTrash: () => Promise<boolean>; purge: () => Promise<unknown> }

/** Metadata of one step of a purge: the same command id at every try. */
const contextOf = ({ id, team_id: teamId }: ExpiredEntry, recordId: string, now: Date) =>
  contextOfStep({ worker: 'trash-purges', teamId, about: id, causationId: null }, `purge/${recordId}`, now)

type Deletable = { status: string; trashId?: TrashId | null }

/** Purges of records that have an entry of their own. */
const stepFor = (ledger: Ledger, entry: ExpiredEntry, recordId: string, now: Date): Step => {
  const { id: trashId, team_id: teamId } = entry
  const step = <State extends Deletable, Command, Event extends LedgerEvent>(
    decider: Decider<State, Command, Event>,
    stream: string,
    command: Command,
  ): Step => ({
    isInTrash: async () => {
      const state: Deletable = await load(ledger, decider, stream)
      return state.status === 'deleted' && state.trashId === trashId
    },
    purge: () => handle(ledger, decider, stream, command, contextOf(entry, recordId, now)),
  })
  const named = { teamId, trashId }
  switch (entry.resource) {
    case 'clients': {
      const clientId = ClientId.parse(recordId)
      return step(clientDecider, clientStream(clientId), { type: 'PurgeClient', clientId, ...named })
    }
    case 'sites': {
      const siteId = SiteId.parse(recordId)
      return step(siteDecider, siteStream(siteId), { type: 'PurgeSite', siteId, ...named })
    }
    case 'visits': {
      const visitId = VisitId.parse(recordId)
      return step(visitDecider, visitStream(visitId), { type: 'PurgeVisit', visitId, ...named })
    }
    case 'files': {
      const fileId = FileId.parse(recordId)
      return step(fileDecider, fileStream(fileId), { type: 'PurgeFile', fileId, ...named })
    }
    case 'documents': {
      const documentId = DocumentId.parse(recordId)
      return step(documentDecider, documentStream(documentId), { type: 'PurgeDocument', documentId, ...named })
    }
    case 'categories': {
      const stream = categoryTreeStream(teamId)
      const command = { type: 'PurgeCategory', ...named } as const
      return {
        isInTrash: async () =>
          (await load(ledger, categoryTreeDecider, stream)).trash.some((branch) => branch.trashId === trashId),
        purge: () => handle(ledger, categoryTreeDecider, stream, command, contextOf(entry, recordId, now)),
      }
    }
    default:
      entry.resource satisfies never
      throw new Error(`What is a ${entry.resource}?`)
  }
}

/** Files that were deleted by one command share an entry without a record of its own. */
const stepsFor = ({ ledger, expired }: TrashPurgeTools, entry: ExpiredEntry, now: Date): Step[] => {
  const recordIds = entry.record_id === null ? expired.records(entry.id).map(({ id }) => id) : [entry.record_id]
  return recordIds.map((recordId) => stepFor(ledger, entry, recordId, now))
}

const purge = async (tools: TrashPurgeTools, entry: ExpiredEntry, now: Date): Promise<void> => {
  const steps = stepsFor(tools, entry, now)
  for (const { isInTrash } of steps) if (!(await isInTrash())) return
  const putSince = now.getTime() - grace
  let allGone = true
  for (const hash of tools.expired.contents(entry)) {
    allGone = (await tools.content.remove(entry.team_id, hash, putSince)) && allGone
  }
  // Content that was just stored again is in use by the next sweep, or old enough by a later one.
  if (!allGone) return
  for (const step of steps) await step.purge()
}

/**
 * Purges records that have been in the trash for 30 days, with the content that nothing else uses: files, thumbnails
 * and texts (D-10). `expired` must be up to date with a recent position of the log. Running twice is safe: missing
 * content is ignored, every command is idempotent, and the event is recorded last, so that a crash leaves nothing
 * behind.
 */
export const purgeTrash = async (tools: TrashPurgeTools, now: Date): Promise<void> => {
  const due = tools.expired.before(new Date(now.getTime() - grace).toISOString())
  await forEachInOrder(due, (entry) => purge(tools, entry, now))
}
