import type { ImportKind, Refusal } from '#schemas/events/import.ts'
import { type ColumnChoice, columnsOf } from '#schemas/import-columns.ts'
import type { ImportVerdict } from '#schemas/resources/imports.ts'

/** How many refused rows of a run are kept, and their size in bytes: an append holds less than 1 MiB. */
const [maxRefusals, maxBytes] = [1000, 400_000]

/** Characters of a cell that are kept; no valid cell has more. */
const longestCell = 255

type Wish = { kind: ImportKind; columns: ColumnChoice }

/** The cells of known columns: others may hold data that the product must not keep. */
const understood = (cells: Record<string, unknown>, { kind, columns }: Wish) =>
  Object.fromEntries(
    [...columnsOf(kind, Object.keys(cells), columns).of.values()].map((column) => {
      const cell = cells[column]
      return [column, cell === null || typeof cell === 'number' ? cell : String(cell).slice(0, longestCell)]
    }),
  )

/** Collects the first refused rows of an import. */
export const refusalList = (wish: Wish) => {
  const list: Refusal[] = []
  let bytes = 0
  return {
    list,
    add: ({ row, external_id, errors, cells = {} }: ImportVerdict): void => {
      if (!errors || list.length >= maxRefusals || bytes >= maxBytes) return
      const refusal = { row, external_id, errors, cells: understood(cells, wish) }
      bytes += Buffer.byteLength(JSON.stringify(refusal))
      if (bytes < maxBytes) list.push(refusal)
    },
  }
}
