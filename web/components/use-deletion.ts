import { useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import type { TrashId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { reload, reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'

type Changed = LiveChange['resource']

/**
 * Deletes a record by `DELETE .../{id}`, brings the lists up to date, and offers to take it back for as long as the
 * toast shows; after that it is in the trash (D-10). Rejects where the server refuses.
 */
export const useDeletion = <E extends Endpoint>(endpoint: E, ...changed: Changed[]) => {
  const queries = useQueryClient()
  return async ({ id, name }: { id: string; name: string }): Promise<void> => {
    const { trashId } = await ask(endpoint, { params: { id } } as CallOf<E>)
    await reload(queries, ...changed)
    if (trashId === null) return announce(`${name} has been deleted.`)
    const undo = async () => {
      await ask(restoreTrash, { params: { id: trashId as TrashId } })
      await reloadAll(queries)
    }
    void offerUndo({ text: `${name} has been deleted.`, undo, undone: `${name} has been restored.` })
  }
}
