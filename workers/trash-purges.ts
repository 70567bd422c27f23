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
import type { ExpiredEntry, ExpiredQueries } from '#projections/trash/queries.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { ClientId, DocumentId, FileId, SiteId, type TrashId, VisitId } from '#schemas/ids.ts'
import { contextOfStep } from './command-context.ts'
import { eachInTurn } from './sweeps.ts'

export type TrashPurgeTools = { ledger: Ledger; expired: ExpiredQueries; content: Pick<ContentStore, 'remove'> }

/**
 * Milliseconds: a restore that was accepted in the last moment is recorded by then, and so is an upload whose content
 * was put and which may be the same as what is to go.
 */
const grace = 60 * 60 * 1000

/** One thing of an entry: whether it lies in the trash by that entry, says the log; and how it goes. */
type Step = { isInTrash: () => Promise<boolean>; purge: () => Promise<unknown> }

/** The same command at every try. */
const contextOf = ({ id, team_id: teamId }: ExpiredEntry, thing: string, now: Date) =>
  contextOfStep({ worker: 'trash-purges', teamId, about: id, causationId: null }, `purge/${thing}`, now)

type Deletable = { status: string; trashId?: TrashId | null }

/** What is purged for a thing that is on its own. */
const stepFor = (ledger: Ledger, entry: ExpiredEntry, thing: string, now: Date): Step => {
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
    purge: () => handle(ledger, decider, stream, command, contextOf(entry, thing, now)),
  })
  const named = { teamId, trashId }
  switch (entry.resource) {
    case 'clients': {
      const clientId = ClientId.parse(thing)
      return step(clientDecider, clientStream(clientId), { type: 'PurgeClient', clientId, ...named })
    }
    case 'sites': {
      const siteId = SiteId.parse(thing)
      return step(siteDecider, siteStream(siteId), { type: 'PurgeSite', siteId, ...named })
    }
    case 'visits': {
      const visitId = VisitId.parse(thing)
      return step(visitDecider, visitStream(visitId), { type: 'PurgeVisit', visitId, ...named })
    }
    case 'files': {
      const fileId = FileId.parse(thing)
      return step(fileDecider, fileStream(fileId), { type: 'PurgeFile', fileId, ...named })
    }
    case 'documents': {
      const documentId = DocumentId.parse(thing)
      return step(documentDecider, documentStream(documentId), { type: 'PurgeDocument', documentId, ...named })
    }
    case 'categories': {
      const stream = categoryTreeStream(teamId)
      const command = { type: 'PurgeCategory', ...named } as const
      return {
        isInTrash: async () =>
          (await load(ledger, categoryTreeDecider, stream)).trash.some((branch) => branch.trashId === trashId),
        purge: () => handle(ledger, categoryTreeDecider, stream, command, contextOf(entry, thing, now)),
      }
    }
    default:
      entry.resource satisfies never
      throw new Error(`What is a ${entry.resource}?`)
  }
}

/** Files that were deleted in one go are an entry without a record of its own. */
const stepsFor = ({ ledger, expired }: TrashPurgeTools, entry: ExpiredEntry, now: Date): Step[] => {
  const things = entry.record_id === null ? expired.things(entry.id).map(({ id }) => id) : [entry.record_id]
  return things.map((thing) => stepFor(ledger, entry, thing, now))
}

const purge = async (tools: TrashPurgeTools, entry: ExpiredEntry, now: Date): Promise<void> => {
  const steps = stepsFor(tools, entry, now)
  for (const { isInTrash } of steps) if (!(await isInTrash())) return
  const putSince = now.getTime() - grace
  let allGone = true
  for (const hash of tools.expired.contents(entry)) {
    allGone = (await tools.content.remove(entry.team_id, hash, putSince)) && allGone
  }
  // What somebody has just put again is theirs by the next sweep, or old enough by a later one.
  if (!allGone) return
  for (const step of steps) await step.purge()
}

/**
 * Removes for ever what has lain in the trash for 30 days, with the content that nothing else has: files, thumbnails
 * and texts (D-10). `expired` must hold what the log held a moment ago. Running twice is safe: content that is gone is
 * gone, every command is the same at every try, and the record comes last, so that a crash leaves nothing behind.
 */
export const purgeTrash = async (tools: TrashPurgeTools, now: Date): Promise<void> => {
  const due = tools.expired.before(new Date(now.getTime() - grace).toISOString())
  await eachInTurn(due, (entry) => purge(tools, entry, now))
}
