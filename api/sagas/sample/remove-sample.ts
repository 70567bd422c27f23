import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { fieldDecider } from '#api/domain/field.ts'
import { fileDecider, revisionOfFile } from '#api/domain/file.ts'
import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream, fieldsStream, fileStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { TrashId } from '#schemas/ids.ts'
import type { OwnStream } from '#schemas/nouns.ts'
import { forEach } from '../each.ts'
import { recordInTrash } from '../record-in-trash.ts'

type Removal = EventNamed<'SampleRemovalBegun'>['data']

/** A record that someone has changed since it was added is not removed. */
const untouched = { revisions: ['0'] }

/** A site may have been added with an exemption, its second event. */
const untouchedSite = { revisions: ['0', '1'] }

/** A step that someone was first to make void is left out. */
const orLeft = async (step: Promise<unknown>): Promise<void> => {
  await step.catch((error: unknown) => {
    if (!(error instanceof RuleBroken || error instanceof StaleRevision)) throw error
  })
}

/**
 * Moves to the trash what a removal names, an entry for each with all below it; what was changed meanwhile stays. It is safe
 * to run twice: each stream takes the command once.
 */
export const removeSample = async (
  ledger: Ledger,
  { teamId, clientIds, siteIds, visitIds, fileIds, documentIds, fieldIds, categoryIds }: Removal,
  context: CommandContext,
  done: () => void,
): Promise<void> => {
  const inTrash = (id: string) => ({ teamId, trashId: TrashId.parse(idMadeBy(context.commandId, `trash/${id}`)) })
  const each = async <Id extends string>(ids: readonly Id[], remove: (id: Id) => Promise<unknown>) => {
    await forEach(ids, async (id) => {
      await orLeft(remove(id))
      done()
    })
  }

  const remove = (noun: OwnStream) => (id: string) => {
    const { decider, stream, command } = recordInTrash(noun, id, 'Delete', inTrash(id))
    return handle(ledger, decider, stream, command, context, noun === 'sites' ? untouchedSite : untouched)
  }

  // Visits come after their files, which they would otherwise let go.
  await each(fileIds, (fileId) => {
    const command = { type: 'DeleteFile', fileId, ...inTrash(fileId) } as const
    return handle(ledger, fileDecider, fileStream(fileId), command, context, { ...untouched, of: revisionOfFile })
  })
  await each(visitIds, remove('visits'))
  await each(siteIds, remove('sites'))
  await each(clientIds, remove('clients'))
  await each(documentIds, remove('documents'))
  if (fieldIds.length > 0) {
    const command = { type: 'RemoveFields', teamId, fieldIds, at: context.at } as const
    await handle(ledger, fieldDecider, fieldsStream(teamId), command, context)
  }
  if (categoryIds.length === 0) return
  const categories = categoryIds.map((categoryId) => ({ categoryId, trashId: inTrash(categoryId).trashId }))
  const command = { type: 'DeleteCategories', teamId, categories } as const
  await orLeft(handle(ledger, categoryTreeDecider, categoryTreeStream(teamId), command, context))
}
