import type { TableRow } from '#api/adapters/table-rows.ts'
import { decideManifestRow, type FileDecision, type ManifestPlan } from '#api/domain/manifest-decisions.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { parseRow } from '#schemas/records/import-rows.ts'
import { ManifestRow } from '#schemas/records/manifest-rows.ts'
import { mostManifestRows } from '#schemas/resources/import-files.ts'
import type { cellReader } from './cell-reader.ts'
import { rowsIn } from './decide-file.ts'

/** A decision with the cells of a row that is refused. */
export type DecidedFile = FileDecision & { cells?: Readonly<Record<string, unknown>> }

type Reader = ReturnType<typeof cellReader>

const decideItem = (item: Extract<TableRow, { cells: unknown }>, plan: ManifestPlan, reader: Reader): DecidedFile => {
  const { row, cells } = item
  const refused = { row, verdict: 'refused', id: null, cells } as const
  if ('broken' in item) return { ...refused, path: '', errors: { row: [item.broken] } }
  const read = reader.read(cells)
  const parsed = parseRow(ManifestRow, read)
  if ('errors' in parsed)
    return { ...refused, path: typeof read.path === 'string' ? read.path : '', errors: parsed.errors }
  const decided = decideManifestRow(row, parsed.row, plan)
  return decided.verdict === 'refused' ? { ...decided, cells } : decided
}

/** Decides the rows of a manifest in their order. Throws BrokenTable. */
export const decideManifest = async function* (
  table: AsyncIterable<TableRow>,
  plan: ManifestPlan,
  reader: Reader,
): AsyncGenerator<DecidedFile> {
  for await (const item of rowsIn(table, reader)) yield decideItem(item, plan, reader)
}

/** Throws RuleBroken 'manifest-too-long'. A cell may hold line ends, so that only a file of many lines is counted. */
export const checkLength = async (table: { lines: number; rows: () => AsyncIterable<TableRow> }): Promise<void> => {
  if (table.lines <= mostManifestRows) return
  let rows = 0
  for await (const item of table.rows()) {
    if ('cells' in item) rows += 1
    if (rows > mostManifestRows) throw new RuleBroken('manifest-too-long')
  }
}
