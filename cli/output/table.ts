import Table from 'cli-table3'
import { safeText } from '#schemas/text/safe-text.ts'

type Cell = string | number | null | undefined
type Shown<Row> = { [Name in keyof Row]: Row[Name] extends Cell ? Name : never }[keyof Row]

/** The columns of a table: under each heading a field of the row, or a text for the row. */
export type Columns<Row> = Readonly<Record<string, Shown<Row> | ((row: Row) => Cell)>>

const gap = 2
const narrowest = 6

const bare = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right', 'left']
    .concat(['left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'])
    .map((name) => [name, '']),
)

/** What people copy from a table, and can use only whole. */
const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/**
 * Widths that fit into `columns`: the needed ones, or else the widest columns shrink, each to its floor at least, so
 * that lines still wrap in a very narrow terminal.
 */
const fittingWidths = (needed: readonly number[], floors: readonly number[], columns: number): number[] => {
  const widths = [...needed]
  const room = (index: number): number => (widths[index] ?? 0) - (floors[index] ?? 0)
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap)
  while (total() > columns) {
    const shrinking = [...widths.keys()].filter((index) => room(index) > 0)
    const widest = shrinking.toSorted((one, other) => (widths[other] ?? 0) - (widths[one] ?? 0))[0]
    if (widest === undefined) break
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return widths
}

/**
 * Rows under headings, without borders, no wider than the terminal; longer text is cut with an ellipsis, ids never are.
 * For another program, where `columns` is unlimited, a tab stands between cells.
 */
export const tableOf = <Row>(
  shown: Columns<Row>,
  rows: readonly Row[],
  columns: number,
  heading: (text: string) => string,
): string => {
  const headings = Object.keys(shown)
  const cells = rows.map((row) =>
    Object.values(shown).map((of) => safeText(String((typeof of === 'function' ? of(row) : row[of]) ?? ''))),
  )
  if (columns === Number.POSITIVE_INFINITY) return [headings, ...cells].map((line) => line.join('\t')).join('\n')
  const needed = headings.map((text, index) => Math.max(text.length, ...cells.map((line) => line[index]?.length ?? 0)))
  const floors = needed.map((width, index) =>
    cells.some((line) => isId(line[index] ?? '')) ? width : Math.min(width, narrowest),
  )
  const widths = fittingWidths(needed, floors, columns)
  const isCut = widths.some((width, index) => width !== needed[index])
  const table = new Table({
    chars: bare,
    style: { 'padding-left': 0, 'padding-right': gap, head: [], border: [] },
    // A given width cuts wide characters, each of which takes two columns.
    ...(isCut ? { colWidths: widths.map((width) => width + gap) } : {}),
    head: headings.map((text) => heading(text)),
  })
  table.push(...cells)
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
