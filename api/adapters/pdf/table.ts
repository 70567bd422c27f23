import type { Cell, Paragraph, Picture, Sheet } from './sheet.ts'

/** The columns of a table: the first for names, which begin at `left`, the others of one width. */
const columnsFor = (many: number, { width, first }: Layout, left: number): Pick<Cell, 'x' | 'width'>[] => {
  const each = Math.min(90, (width - first) / many)
  const others = Array.from({ length: many }, (_, at) => ({ x: first + at * each, width: each - 4 }))
  return [{ x: left, width: first - 8 - left }, ...others]
}

type Layout = {
  width: number
  first: number
  /** Of the rows, before their first column. */
  pictures?: readonly (Picture | undefined)[]
  hasRoom?: () => boolean
}

const besidePicture = 8

/**
 * A table whose heading comes again on each page, of so many points, of which `first` are for its first column. It ends
 * before a row for which there is no room.
 * @returns how many rows were drawn
 */
export const drawTable = (
  sheet: Sheet,
  rows: readonly (readonly (readonly Paragraph[])[])[],
  heading: readonly string[],
  layout: Layout,
): number => {
  const { pictures = [], hasRoom = () => true } = layout
  const left = Math.max(0, ...pictures.map((picture) => (picture ? picture.width + besidePicture : 0)))
  const columns = columnsFor(heading.length - 1, layout, left)
  const row = (cells: readonly (readonly Paragraph[])[], picture?: Picture): void => {
    const placed = columns.map((column, at): Cell => ({ ...column, paragraphs: cells[at] ?? [] }))
    sheet.row({ x: 0, width: left, paragraphs: [], picture }, ...placed)
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
    row(each, pictures[drawn])
    drawn += 1
  }
  sheet.repeat(null)
  return drawn
}
