import { type Column, shownColumns } from '#web/components/list/column.ts'
import type { FilterName, ListAddress } from '#web/lib/list-address.ts'
import type { ListView } from '#web/lib/list-view.ts'

/** The narrowest and widest column, in pixels. */
export const narrowest = 64
export const widest = 640

export const bounded = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** How wide a column is, at least: as it was drawn, or else as it is at first. */
const widthOf = (
  { name, width = 150 }: { name: string; width?: number },
  { widths }: Pick<ListView, 'widths'>,
): number => bounded(widths[name] ?? width)

/** The columns whose days differ in a list that is narrowed by them; what is the same in each row need not be seen. */
const narrowedBy: Partial<Record<FilterName, string>> = {
  expires: 'expires_at',
  from: 'completed_at',
  to: 'completed_at',
}

/** The names of the columns by which a list is sorted or narrowed. */
const askedFor = ({ sort = '', ...filters }: ListAddress): (string | undefined)[] => [
  sort.replace(/^-/, ''),
  ...Object.keys(filters).map((name) => narrowedBy[name as FilterName]),
]

/** Where a column stays in sight, however far the table is scrolled: its distance from either edge, in pixels. */
export type Pinned = { insetInlineStart: number; insetInlineEnd?: number }

export type TableColumn<Row> = Column<Row> & { least: number; pinned: Pinned | undefined }

type Sides = { before: number; after: number }

/**
 * The columns of a table as its reader arranged them. The one that names the record stays at its edge, and those by which
 * the list is sorted or narrowed stay in sight, also where they were hidden; `sides` are the widths of what stands before
 * and after all columns.
 */
export const tableColumns = <Row>(
  all: readonly Column<Row>[],
  view: ListView,
  address: ListAddress,
  sides: Sides,
): TableColumn<Row>[] => {
  const asked = askedFor(address)
  const shown = shownColumns(all, view).map(({ name }) => name)
  const columns = all.filter(({ name }) => shown.includes(name) || asked.includes(name))
  const isPinned = ({ name }: Column<Row>, at: number) => at === 0 || asked.includes(name)
  const widthOfPinned = (among: readonly Column<Row>[], from: number) =>
    among.reduce((sum, column, at) => sum + (isPinned(column, from + at) ? widthOf(column, view) : 0), 0)
  return columns.map((column, at) => {
    const insetInlineStart = sides.before + widthOfPinned(columns.slice(0, at), 0)
    const insetInlineEnd = sides.after + widthOfPinned(columns.slice(at + 1), at + 1)
    const edges = at === 0 ? { insetInlineStart } : { insetInlineStart, insetInlineEnd }
    return { ...column, least: widthOf(column, view), pinned: isPinned(column, at) ? edges : undefined }
  })
}

/**
 * The columns as those of a grid: what was drawn is as wide as that, numbers and days as wide as they need, and names share
 * what is left, of which the first has the most.
 */
export const gridOf = <Row>(columns: readonly TableColumn<Row>[], { widths }: ListView): string =>
  columns
    .map(({ name, kind, least }, at) => {
      if (widths[name] !== undefined || kind) return `${least}px`
      return `minmax(${least}px, ${at === 0 ? 3 : 1}fr)`
    })
    .join(' ')
