import { writeXlsxStream } from 'hucre/xlsx'
import { type SheetKind, sheetCell, sheetOf } from '#schemas/text/spreadsheet.ts'
import { type Column, textOf } from '#web/components/list/column.ts'
import { saveBlob } from '#web/lib/save-file.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const sheetKinds: Readonly<Record<NonNullable<Column<never>['kind']>, SheetKind | undefined>> = {
  day: 'day',
  number: 'number',
  size: 'number',
  word: undefined,
}

/** A column as that of a spreadsheet, and its cell of a row. */
const sheetColumn = <Row>(column: Column<Row>) => {
  const { name, label } = column
  const kind = column.kind && sheetKinds[column.kind]
  return column.kind === 'size'
    ? { label: `${label} (bytes)`, kind, cell: (row: Row) => Number((row as Record<string, unknown>)[name]) }
    : { label, kind, cell: (row: Row) => sheetCell(textOf(column, row), kind) }
}

/**
 * Saves rows as an XLSX file, with dates and numbers by which it sorts and reckons. They are written piece by piece, so that
 * also a hundred thousand leave the page awake.
 */
export const saveSheet = async <Row>(
  name: string,
  title: string,
  shown: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<void> => {
  const columns = shown.map(sheetColumn)
  const lines = function* () {
    for (const row of rows) yield columns.map(({ cell }) => cell(row))
  }
  const written = new Response(writeXlsxStream(lines(), sheetOf(title, columns)), { headers: { 'content-type': type } })
  saveBlob(name, await written.blob())
}
