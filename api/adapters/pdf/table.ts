import type { Cell, Paragraph, Sheet } from './sheet.ts'

/** The columns of a table: the first for names, the others of one width. */
const columnsFor = (many: number, first: number, width: number) => {
  const each = Math.min(90, (width - first) / many)
  return { first: { x: 0, width: first - 8 }, of: (at: number) => ({ x: first + at * each, width: each - 4 }) }
}

/**
 * A table whose heading comes again on each page, of so many points, of which `first` are for its first column. It ends
 * before a row for which there is no room.
 * @returns how many rows were drawn
 */
export const drawTable = (
  sheet: Sheet,
  rows: readonly (readonly (readonly Paragraph[])[])[],
  heading: readonly string[],
  { width, first, hasRoom = () => true }: { width: number; first: number; hasRoom?: () => boolean },
): number => {
  const columns = columnsFor(heading.length - 1, first, width)
  const row = (cells: readonly (readonly Paragraph[])[]): void => {
    const placed = cells.map(
      (paragraphs, at): Cell => ({ ...(at === 0 ? columns.first : columns.of(at - 1)), paragraphs }),
    )
    sheet.row(...placed)
    sheet.space(2)
    sheet.rule()
    sheet.space(3)
  }
  const head = () => row(heading.map((text) => [{ size: 7, ink: 'grey', text }]))
  head()
  sheet.repeat(head)
  let drawn = 0
  for (const each of rows) {
    if (!hasRoom()) break
    row(each)
    drawn += 1
  }
  sheet.repeat(null)
  return drawn
}
