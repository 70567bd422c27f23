import { isDeepStrictEqual } from 'node:util'
import { importRowsStream } from '#api/event-store/streams.ts'
import type { Refusal } from '#schemas/events/import.ts'
import { columnsOf } from '#schemas/records/import-columns.ts'
import type { Run } from './apply-row.ts'
import type { ReadColumns } from './cell-reader.ts'
import { stepOf } from './ids.ts'
import type { Decided } from './scratch.ts'
import type { ImportTools } from './tools.ts'

/** How many refused rows of a run are kept, and their size in bytes: an append holds less than 1 MiB. */
const maxRefusals = 1000
const maxBytes = 400_000

/** Characters of a cell that are kept; no valid cell has more. */
const longestCell = 5000

/** The cells of known columns: others may hold data that the product must not keep. */
const understood = (cells: Readonly<Record<string, unknown>>, { kind, columns, own }: ReadColumns) =>
  Object.fromEntries(
    [...columnsOf(kind, Object.keys(cells), columns, own).of.values()].map((column) => {
      const cell = cells[column]
      if (cell === null || typeof cell === 'number') return [column, cell]
      return [column, (typeof cell === 'object' ? JSON.stringify(cell) : String(cell)).slice(0, longestCell)]
    }),
  )

/**
 * Collects the first refused rows of an import, each once. `keep` records them in place of those of an earlier try, unless
 * they are the same.
 */
export const openRefusals = async (
  { ledger }: Pick<ImportTools, 'ledger'>,
  run: Pick<Run, 'id' | 'teamId' | 'context'>,
  wish: ReadColumns,
) => {
  const stream = importRowsStream(run.id)
  const last = (await ledger.read(stream)).at(-1)
  let kept = last?.type === 'ImportRowsRefused' ? last.data.refusals : []
  let revision = last?.revision ?? null
  const rows = new Set<number>()
  const refusals: Refusal[] = []
  let bytes = 0
  return {
    add: ({ row, external_id, errors, cells }: Pick<Decided, 'row' | 'external_id' | 'errors' | 'cells'>): void => {
      if (!errors || rows.has(row) || refusals.length >= maxRefusals || bytes >= maxBytes) return
      const refusal = { row, external_id, errors, cells: understood(cells ?? {}, wish) }
      bytes += Buffer.byteLength(JSON.stringify(refusal))
      if (bytes >= maxBytes) return
      rows.add(row)
      refusals.push(refusal)
    },
    keep: async (): Promise<void> => {
      if (isDeepStrictEqual(refusals, kept)) return
      kept = [...refusals]
      const next = revision === null ? 0n : revision + 1n
      const id = stepOf(run.id, `refused ${next} ${run.context.causationId}`)
      const data = { importId: run.id, teamId: run.teamId, refusals: kept }
      const event = { type: 'ImportRowsRefused', data, id, metadata: run.context } as const
      await ledger.append(stream, revision ?? 'no-stream', [event])
      revision = next
    },
  }
}
