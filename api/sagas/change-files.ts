import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type FileId, TrashId } from '#schemas/ids.ts'
import { type CommandFor, handleEachFile } from './each-file.ts'
import {
  type Ancestry,
  activeAncestry,
  ancestryOfFile,
  type KnownFile,
  type Reading,
  siteOfVisit,
} from './file-ancestry.ts'

type Begun = EventNamed<'FilesChangeBegun'>['data']

/** The wanted categories, plus the file's own that are in the trash: the user could not see and remove them (D-10). */
const categoriesFor = async (reading: Reading, { teamId, change }: Begun, file: KnownFile) => {
  if (change.categoryIds === undefined) return {}
  const { roots } = await load(reading, categoryTreeDecider, categoryTreeStream(teamId))
  const hidden = file.categoryIds.filter((id) => !categoryIn(roots, id))
  return { categoryIds: [...change.categoryIds, ...hidden] }
}

/** Where the change leaves a file that is here; undefined if the site that it would move to is gone. */
const targetOf = async (reading: Reading, { change }: Begun, here: Ancestry): Promise<Ancestry | undefined> =>
  change.siteId === undefined || change.siteId === here.siteId ? here : activeAncestry(reading, change.siteId)

/** The visit that a change puts a file on; undefined if it stays on its own. A visit is left with its site. */
const visitIn = ({ change }: Begun, moves: boolean) => (moves ? (change.visitId ?? null) : change.visitId)

/** The command for one file; undefined if it cannot be where the change would leave it. */
const commandIn =
  (begun: Begun): CommandFor =>
  async (reading, fileId, file) => {
    const { bulkId, teamId, change } = begun
    if (change.delete) return { type: 'DeleteFile', fileId, teamId, trashId: TrashId.parse(bulkId) }
    const here = await ancestryOfFile(reading, file)
    const ancestry = here && (await targetOf(reading, begun, here))
    if (!ancestry || (change.visitId && (await siteOfVisit(reading, change.visitId)) !== ancestry.siteId))
      return undefined
    const moves = ancestry.siteId !== here.siteId
    const visitId = visitIn(begun, moves)
    return {
      type: 'ChangeFile',
      fileId,
      teamId,
      bulkId,
      ancestry,
      ...(moves ? { movedFrom: here } : {}),
      ...(visitId === undefined ? {} : { visitId }),
      ...(change.completed_at === undefined ? {} : { completed_at: change.completed_at }),
      ...(change.expires_at === undefined ? {} : { expires_at: change.expires_at }),
      ...(change.addedCategoryIds === undefined ? {} : { addedCategoryIds: change.addedCategoryIds }),
      ...(change.removedCategoryIds === undefined ? {} : { removedCategoryIds: change.removedCategoryIds }),
      ...(await categoriesFor(reading, begun, file)),
    }
  }

/**
 * Applies the change to each file and returns the files that it changed. Files that were deleted in the meantime are
 * skipped. It is safe to run twice (each-file.ts).
 */
export const changeEachFile = async (
  ledger: Ledger,
  begun: Begun,
  context: CommandContext,
  done: () => void,
): Promise<FileId[]> => {
  const steps = await handleEachFile(ledger, begun.fileIds, commandIn(begun), context, done)
  return steps.filter(({ changed }) => changed).map(({ fileId }) => fileId)
}
