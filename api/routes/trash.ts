import { list } from '#api/http/answer.ts'
import { problemOf } from '#api/http/errors.ts'
import { notFound } from '#api/http/problem.ts'
import { withProgress } from '#api/http/progress.ts'
import { type Route, route } from '#api/http/route.ts'
import { awaitLists, type Lists } from '#api/imports/catching-up.ts'
import { stepOf } from '#api/imports/ids.ts'
import { periodOf } from '#api/services/operations/history-period.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { type Restorable, type RestoreTools, restoreEntry, restoringStep } from '#api/services/records/restore-entry.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { TrashRow, TrashSight } from '#projections/facilities/trash-queries.ts'
import type { TrashId } from '#schemas/ids.ts'
import {
  listTrash,
  listTrashContents,
  restoreSeveral,
  restoreTrash,
  type TrashEntry,
  type TrashRecord,
} from '#schemas/resources/trash.ts'
import type { Clock } from '#schemas/time/dates.ts'

type Setup = Omit<RestoreTools, 'sites'> & { lists: Lists; clock: Clock }
type Left = { id: TrashId; name: string | null; message: string }

/** Files that were deleted together are named after the first one, followed by the number of others. */
const nameOf = ({ name, resource, record_id, contents }: TrashRow): string => {
  const more = (contents.files ?? 1) - 1
  return record_id === null && resource === 'files' && more > 0 ? `${name} and ${more} more` : name
}

const asItIs = (record: TrashRecord): TrashRecord => record

/** The latest deletion first: what others lie in was deleted after them, and is restored before them. */
const latestFirst = (one: TrashRow, other: TrashRow): number =>
  one.deleted_at < other.deleted_at ? 1 : one.deleted_at > other.deleted_at ? -1 : 0

/** Why an entry stays in the trash. */
const reasonOf = (error: unknown): string => {
  const { status, problem } = problemOf(error)
  if (status >= 500) throw error
  return status === 404
    ? 'It is no longer in the trash.'
    : (Object.values(problem.errors ?? {})[0]?.[0] ?? problem.message)
}

/** Lists what was deleted in the last 30 days, and restores what one act deleted as one (D-10). */
export const trashRoutes = (
  { lists, clock, ...setup }: Setup,
  { facilities: { trash }, directory: { accounts }, records: { sites } }: ReadModels,
): Route[] => {
  const tools: RestoreTools = { ...setup, sites }

  const presenter = (rows: readonly TrashRow[]) => {
    const names = accounts.namesOf(rows.flatMap(({ deleted_by }) => deleted_by ?? []))
    return (row: TrashRow): TrashEntry => {
      const { team_id: _, deleted_by, ...shown } = row
      return { ...shown, name: nameOf(row), deleted_by_user: { name: (deleted_by && names.get(deleted_by)) ?? null } }
    }
  }

  const restorable = ({ scope }: TrashSight, entry: TrashRow): Restorable => {
    const { id, resource, record_id } = entry
    return { scope, entry, records: record_id === null ? trash.records(id) : [{ resource, id: record_id }] }
  }

  return [
    route(listTrash, ({ actor, query }) => {
      const act = query.import && stepOf(query.import, 'undo')
      const page = trash.list(trashSight(actor, clock.now()), query, {
        ...query,
        ...periodOf(query, clock.timeZone),
        act,
      })
      return list(page, presenter(page.rows))
    }),

    route(listTrashContents, ({ actor, params: { id }, query }) => {
      const sight = trashSight(actor, clock.now())
      orNotFound(trash.one(sight, id))
      return list(trash.contents(sight, id, query), asItIs)
    }),

    route(restoreTrash, async ({ actor, params: { id }, context, request }) => {
      const sight = trashSight(actor, clock.now())
      const entry = orNotFound(trash.one(sight, id))
      const { total, run } = await restoreEntry(tools, restorable(sight, entry), context)
      return withProgress(request, {
        total,
        run: async (done) => {
          const position = await run(done)
          await awaitLists(lists, position)
          return { body: presenter([entry])(entry), position }
        },
      })
    }),

    route(restoreSeveral, async ({ actor, body: { ids }, context, request }) => {
      const sight = trashSight(actor, clock.now())
      const entries = ids.flatMap((id) => trash.one(sight, id) ?? []).toSorted(latestFirst)
      const known = new Set(entries.map(({ id }) => id))
      const unknown = ids.filter((id) => !known.has(id))
      const present = presenter(entries)
      const chosen = entries.map((entry) => restorable(sight, entry))
      return withProgress(request, {
        total: chosen.reduce((sum, { records }) => sum + records.length, 0),
        run: async (done) => {
          const left: Left[] = unknown.map((id) => ({ id, name: null, message: reasonOf(notFound()) }))
          const restored: TrashEntry[] = []
          const positions: (string | null)[] = []
          for (const each of chosen) {
            const shown = present(each.entry)
            try {
              const restoring = await restoreEntry(tools, each, restoringStep(context, shown.id))
              positions.push(await restoring.run(done))
              restored.push(shown)
            } catch (error) {
              left.push({ id: shown.id, name: shown.name, message: reasonOf(error) })
            }
          }
          const position = latestOf(positions)
          if (position !== null) await awaitLists(lists, position)
          return { body: { restored, left }, position }
        },
      })
    }),
  ]
}
