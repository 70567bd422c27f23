import { columnsOf } from '#api/domain/import-columns.ts'
import type { ImportKind, Refusal } from '#schemas/events/import.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'

/** How many refused rows of a run are kept, and their size in bytes: an append holds less than 1 MiB. */
const [maxRefusals, maxBytes] = [1000, 400_000]

/** Characters of a cell that are kept; no valid cell has more. */
const longestCell = 255

/** The cells of known columns: others may hold data that the product must not keep. */
const understood = (cells: Record<string, unknown>, kind: ImportKind) =>
  Object.fromEntries(
    [...columnsOf(kind, Object.keys(cells)).of.values()].map((column) => {
      const cell = cells[column]
      return [column, cell === null || typeof cell === 'number' ? cell : String(cell).slice(0, longestCell)]
    }),
  )

/** Collects the first refused rows. */
export const refusalList = () => {
  const list: Refusal[] = []
  let bytes = 0
  return {
    list,
    add: ({ row, external_id, errors, cells = {} }: ImportVerdict, kind: ImportKind): void => {
      if (!errors || list.length >= maxRefusals || bytes >= maxBytes) return
      const refusal = { row, external_id, errors, cells: understood(cells, kind) }
      bytes += Buffer.byteLength(JSON.stringify(refusal))
      if (bytes < maxBytes) list.push(refusal)
    },
  }
}
