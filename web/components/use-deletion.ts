import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { TrashId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { reloadAll, whileLeaving } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { optimistically } from '#web/lib/optimistic.ts'

type Changed = LiveChange['resource']

/**
 * Deletes a record with `DELETE .../{id}` as an optimistic update, and offers to undo it while the toast shows; after
 * that the record can be restored from the trash (D-10). `leave` navigates away from the record's own page. When the
 * server refuses, the record returns to its lists, and the error is rethrown.
 */
export const useDeletion = (endpoint: Endpoint, resource: Changed) => {
  const queries = useQueryClient()
  return async ({ id, name }: { id: string; name: string }, leave?: () => unknown): Promise<void> => {
    const { trashId } = await whileLeaving(id, async () => {
      const answer = await optimistically({
        queries,
        resource,
        ids: [id],
        change: () => null,
        act: () => callApi(endpoint, { params: { id } }),
      })
      await leave?.()
      return answer
    })
    if (trashId === null) return announce(`${name} has been deleted.`)
    const undo = async () => {
      await callApi(restoreTrash, { params: { id: trashId as TrashId } })
      await reloadAll(queries)
    }
    void offerUndo({ text: `${name} has been deleted.`, undo, undone: `${name} has been restored.` })
  }
}
