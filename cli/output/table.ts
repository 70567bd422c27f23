import Table from 'cli-table3'
import { safeText } from './safe-text.ts'

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

/**
 * Widths that fit into `columns`: the needed ones, or else the widest columns shrink. No column becomes narrower than
 * six characters, so lines still wrap in a very narrow terminal.
 */
const fittingWidths = (needed: readonly number[], columns: number): number[] => {
  const widths = [...needed]
  const total = () => widths.reduce((sum, width) => sum + width + gap, -gap)
  while (total() > columns) {
    const widest = Math.max(...widths)
    if (widest <= narrowest) break
    const next = Math.max(narrowest, ...widths.filter((width) => width < widest))
    const tied = widths.filter((width) => width === widest).length
    const cut = Math.max(1, Math.min(widest - next, Math.ceil((total() - columns) / tied)))
    for (const [index, width] of widths.entries()) {
      if (width === widest) widths[index] = Math.max(narrowest, width - cut)
    }
  }
  return widths
}

/** Rows under headings, without borders, no wider than the terminal; longer text is cut with an ellipsis. */
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
  const needed = headings.map((text, index) => Math.max(text.length, ...cells.map((line) => line[index]?.length ?? 0)))
  const widths = fittingWidths(needed, columns)
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
