import { columnsOf } from '#api/domain/import-columns.ts'
import type { ImportKind, Refusal } from '#schemas/events/import.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'

/** Refused rows of one run that are kept, and the bytes of all of them: one append holds less than 1 MiB. */
const [mostKept, mostBytes] = [1000, 400_000]

/** Characters of a cell that are kept; no valid one has more. */
const longestCell = 255

/** The cells that were understood: others may hold what the product is not meant to keep. */
const understood = (cells: Record<string, unknown>, kind: ImportKind) =>
  Object.fromEntries(
    [...columnsOf(kind, Object.keys(cells)).of.values()].map((column) => {
      const cell = cells[column]
      return [column, cell === null || typeof cell === 'number' ? cell : String(cell).slice(0, longestCell)]
    }),
  )

/** Collects the first rows that are refused. */
export const keptRefusals = () => {
  const kept: Refusal[] = []
  let bytes = 0
  return {
    kept,
    add: ({ row, external_id: externalId, errors, cells = {} }: ImportVerdict, kind: ImportKind): void => {
      if (!errors || kept.length >= mostKept || bytes >= mostBytes) return
      const refusal = { row, externalId, errors, cells: understood(cells, kind) }
      bytes += Buffer.byteLength(JSON.stringify(refusal))
      if (bytes < mostBytes) kept.push(refusal)
    },
  }
}
