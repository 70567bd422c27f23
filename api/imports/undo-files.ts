import type { Category } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { fileDecider, revisionOfFile } from '#api/domain/file.ts'
import { importsDecider } from '#api/domain/imports.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { categoryTreeStream, fileStream, importsStream } from '#api/event-store/streams.ts'
import { recordInTrash } from '#api/sagas/record-in-trash.ts'
import type { ImportRow } from '#projections/imports/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CategoryId, ClientId, FileId, SiteId, type TeamId, TrashId, VisitId } from '#schemas/ids.ts'
import { inTreeOrder } from '#schemas/records/category-tree.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { idOfRow, stepOf } from './ids.ts'
import type { FilesTools } from './tools.ts'
import { gone, kept, type Outcome, type UndoPass, unlessWorked } from './undo-pass.ts'

/** Rows that are read at once. */
const pageSize = 500

/** Lets no further file of a run come, and waits for those that are being recorded. */
export const closeRun = async (
  { ledger, underWay }: FilesTools,
  teamId: TeamId,
  { id: importId, file_name: fileName }: ImportRow,
  context: CommandContext,
) => {
  const command = { type: 'StopImport', importId, teamId, kind: 'files', fileName } as const
  const closing = { ...context, commandId: stepOf(importId, `close ${context.causationId}`) }
  await handle(ledger, importsDecider, importsStream(teamId), command, closing)
  await underWay.ended(importId)
}

type Deletable = { status: string; trashId?: TrashId | null }

/** Deletes a record unless this undo has, somebody else has, or it is in use. */
const deleted = async (
  trashId: TrashId,
  { status, trashId: had }: Deletable,
  isFree: boolean,
  remove: () => Promise<{ position: string | null }>,
): Promise<Outcome> => {
  if (status === 'deleted' && had === trashId) return { outcome: 'deleted', position: null }
  if (status !== 'active') return gone
  return isFree ? unlessWorked('deleted', remove) : kept
}

/** Records that go once nothing lies in them any more. */
type Emptied = 'visits' | 'sites' | 'clients'
type Holding = { name: string; file_count?: number; visit_count?: number; site_count?: number }

const isEmpty = (row: Holding | undefined): boolean =>
  row !== undefined && !row.file_count && !row.visit_count && !row.site_count

type Named = Outcome & { id: string; name: string }

const rowsThatCame = function* ({ imports }: FilesTools, { id }: ImportRow): Generator<number> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = imports.rowsThatCame(id, after, pageSize)
    yield* rows
    after = rows.at(-1)
  }
}

/** The files, visits and categories of a run that are still there. */
export const remaining = function* (tools: FilesTools, teamId: TeamId, run: ImportRow) {
  const { imports, records } = tools
  const scope = wholeTeam(teamId)
  for (const row of rowsThatCame(tools, run)) {
    const file = records.files.one(scope, FileId.parse(idOfRow(run.id, row)))
    if (file) yield { kind: 'files' as const, id: file.id, name: file.name }
  }
  for (const made of imports.made(run.id, 'visits')) {
    const visit = records.visits.one(scope, VisitId.parse(made))
    if (visit) yield { kind: 'visits' as const, id: visit.id, name: visit.name }
  }
  const made = new Set(imports.made(run.id, 'categories'))
  for (const { node } of inTreeOrder(records.categories.tree(teamId))) {
    if (made.has(node.id)) yield { kind: 'categories' as const, id: node.id, name: node.name }
  }
}

/**
 * Undoes a run of files: those that nobody has changed since go to the trash, and then what the run has made for them,
 * where it is empty.
 */
export const filePasses = (tools: FilesTools, teamId: TeamId, run: ImportRow, context: CommandContext): UndoPass[] => {
  const { ledger, imports, records } = tools
  const scope = wholeTeam(teamId)
  const trashOf = (id: string) => TrashId.parse(idMadeBy(context.commandId, `trash/${id}`))

  const undoFile = async (row: number): Promise<Named> => {
    const fileId = FileId.parse(idOfRow(run.id, row))
    const stream = fileStream(fileId)
    const file = await load(ledger, fileDecider, stream)
    const trashId = trashOf(fileId)
    const command = { type: 'DeleteFile', fileId, teamId, trashId } as const
    const seen = { revisions: ['0'], of: revisionOfFile }
    const outcome = await deleted(trashId, file, true, () =>
      handle(ledger, fileDecider, stream, command, context, seen),
    )
    return { ...outcome, id: fileId, name: file.status === 'none' ? '' : file.name }
  }

  const found: Record<Emptied, (id: string) => Holding | undefined> = {
    visits: (id) => records.visits.one(scope, VisitId.parse(id)),
    sites: (id) => records.sites.one(scope, SiteId.parse(id)),
    clients: (id) => records.clients.one(scope, ClientId.parse(id)),
  }
  const undoMade = async (kind: Emptied, id: string): Promise<Named> => {
    const trashId = trashOf(id)
    const { decider, stream, command } = recordInTrash(kind, id, 'Delete', { teamId, trashId })
    const row = found[kind](id)
    const outcome = await deleted(trashId, await load(ledger, decider, stream), isEmpty(row), () =>
      handle(ledger, decider, stream, command, context),
    )
    return { ...outcome, id, name: row?.name ?? '' }
  }

  const isInUse = (made: ReadonlySet<string>, category: Category): boolean =>
    category.requirement !== null ||
    records.files.areIn(category.id) ||
    category.children.some((child) => !made.has(child.id) || isInUse(made, child))

  /** All categories at once, since they are one stream. */
  const undoCategories = async (ids: readonly string[]): Promise<Map<string, Named>> => {
    const stream = categoryTreeStream(teamId)
    const { roots } = await load(ledger, categoryTreeDecider, stream)
    const made = new Set(ids)
    const there = inTreeOrder(roots).flatMap(({ node }) => (made.has(node.id) ? [node] : []))
    const free = there.filter((node) => !isInUse(made, node))
    const categories = free.toReversed().map(({ id }) => ({ categoryId: CategoryId.parse(id), trashId: trashOf(id) }))
    const command = { type: 'DeleteCategories', teamId, categories } as const
    const { position } = await handle(ledger, categoryTreeDecider, stream, command, context)
    const named = (node: Category): Named => {
      const outcome: Outcome = free.includes(node) ? { outcome: 'deleted', position } : kept
      return { ...outcome, id: node.id, name: node.name }
    }
    return new Map(there.map((node) => [node.id, named(node)]))
  }

  const each = (kind: Emptied): UndoPass => ({
    kind,
    steps: () => imports.made(run.id, kind).map((id) => () => undoMade(kind, id)),
  })

  return [
    {
      kind: 'files',
      steps: function* () {
        for (const row of rowsThatCame(tools, run)) yield () => undoFile(row)
      },
    },
    each('visits'),
    each('sites'),
    each('clients'),
    {
      kind: 'categories',
      steps: () => {
        const ids = imports.made(run.id, 'categories')
        let all: Promise<Map<string, Named>> | undefined
        return ids.map((id) => async () => {
          all ??= undoCategories(ids)
          return (await all).get(id) ?? { ...gone, id, name: '' }
        })
      },
    },
  ]
}
