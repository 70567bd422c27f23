import { useQueryClient } from '@tanstack/react-query'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import type { TrashId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { reloadAll, whileLeaving } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'
import { optimistically } from '#web/lib/optimistic.ts'

type Changed = LiveChange['resource']

/**
 * Deletes a record by `DELETE .../{id}`, takes it out of its lists at once, and offers to take it back for as long as the
 * toast shows; after that it is in the trash (D-10). `leave` leads away from the record's own page. Where the server
 * refuses it comes back into its lists, and the refusal is thrown on.
 */
export const useDeletion = <E extends Endpoint>(endpoint: E, resource: Changed) => {
  const queries = useQueryClient()
  return async ({ id, name }: { id: string; name: string }, leave?: () => unknown): Promise<void> => {
    const { trashId } = await whileLeaving(id, async () => {
      const answer = await optimistically({
        queries,
        resource,
        ids: [id],
        change: () => null,
        act: () => ask(endpoint, { params: { id } } as CallOf<E>),
      })
      await leave?.()
      return answer
    })
    if (trashId === null) return announce(`${name} has been deleted.`)
    const undo = async () => {
      await ask(restoreTrash, { params: { id: trashId as TrashId } })
      await reloadAll(queries)
    }
    void offerUndo({ text: `${name} has been deleted.`, undo, undone: `${name} has been restored.` })
  }
}
