import type { ContentStore } from '#api/adapters/content-store.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { packDecider } from '#api/domain/pack.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { categoryTreeStream, packStream } from '#api/event-store/streams.ts'
import { recordInTrash } from '#api/sagas/record-in-trash.ts'
import type { ExpiredEntry, ExpiredQueries } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { PackId } from '#schemas/ids.ts'
import { forEachInOrder } from './sweeps.ts'

export type TrashPurgeTools = { ledger: Ledger; expired: ExpiredQueries; content: Pick<ContentStore, 'remove'> }

/**
 * Milliseconds after which a restore that was accepted at the last moment is recorded, as is an upload whose content is
 * stored and may equal content that is to be removed.
 */
export const grace = 60 * 60 * 1000

/** One record of an entry: whether it is in the trash by that entry according to the log, and its purge. */
type Step = { isInTrash: () => Promise<boolean>; purge: () => Promise<unknown> }

/** Metadata of one step of a purge: the same command id at every try. */
const contextOf = ({ id, team_id: teamId }: ExpiredEntry, recordId: string, now: Date) =>
  contextOfStep({ worker: 'trash-purges', teamId, about: id, causationId: null }, `purge/${recordId}`, now)

/** The purge of a branch of categories, which lies in the tree of its team. */
const stepForCategory = (ledger: Ledger, entry: ExpiredEntry, recordId: string, now: Date): Step => {
  const { id: trashId, team_id: teamId } = entry
  const stream = categoryTreeStream(teamId)
  const command = { type: 'PurgeCategory', teamId, trashId } as const
  return {
    isInTrash: async () =>
      (await load(ledger, categoryTreeDecider, stream)).trash.some((branch) => branch.trashId === trashId),
    purge: () => handle(ledger, categoryTreeDecider, stream, command, contextOf(entry, recordId, now)),
  }
}

/** The end of a pack that cannot be downloaded any more. */
const stepForPack = (ledger: Ledger, entry: ExpiredEntry, recordId: string, now: Date): Step => {
  const packId = PackId.parse(recordId)
  const command = { type: 'EndPack', packId, teamId: entry.team_id, because: 'expired' } as const
  return {
    isInTrash: async () => (await load(ledger, packDecider, packStream(packId))).status === 'ready',
    purge: () => handle(ledger, packDecider, packStream(packId), command, contextOf(entry, recordId, now)),
  }
}

/** Purges of records that have an entry of their own. */
const stepFor = (ledger: Ledger, entry: ExpiredEntry, recordId: string, now: Date): Step => {
  const { id: trashId, team_id: teamId, resource } = entry
  if (resource === 'categories') return stepForCategory(ledger, entry, recordId, now)
  if (resource === 'packs') return stepForPack(ledger, entry, recordId, now)
  const { decider, stream, command } = recordInTrash(resource, recordId, 'Purge', { teamId, trashId })
  return {
    isInTrash: async () => {
      const state = await load(ledger, decider, stream)
      return state.status === 'deleted' && state.trashId === trashId
    },
    purge: () => handle(ledger, decider, stream, command, contextOf(entry, recordId, now)),
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
 * and texts (D-10); and packs that cannot be downloaded any more. `expired` must be up to date with a recent position of the log. Running twice is safe: missing
 * content is ignored, every command is idempotent, and the event is recorded last, so that a crash leaves nothing
 * behind.
 */
export const purgeTrash = async (tools: TrashPurgeTools, now: Date): Promise<void> => {
  const due = tools.expired.before(new Date(now.getTime() - grace).toISOString())
  await forEachInOrder(due, (entry) => purge(tools, entry, now))
}
