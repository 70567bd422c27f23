import { type CellState, cellStates, cellWords } from '#schemas/records/cell-states.ts'
import type { ComplianceCell } from '#schemas/resources/compliance.ts'
import type { IconName } from '#web/components/icon.tsx'

type Look = { icon: IconName; dated?: string; counted: string }

/** How a state is shown: by its icon, the word before its date, and that after a number of cells. */
export const looks: Readonly<Record<CellState, Look>> = {
  missing: { icon: 'alert', counted: 'missing' },
  expired: { icon: 'close', counted: 'expired' },
  expiring: { icon: 'bell', dated: 'Expires', counted: 'expiring' },
  valid: { icon: 'check', dated: 'Valid until', counted: 'valid' },
  exempt: { icon: 'minus', counted: 'not needed' },
}

/** The word of a state. */
export const wordOf = (state: CellState): string => cellWords[state].word

/** The states in which nothing is to do. */
export const isAtRest = (state: CellState): boolean => state === 'valid' || state === 'exempt'

type Dated = Pick<ComplianceCell, 'state' | 'expires_at'>

/** The date by which a cell is as it is; null where the state has none. */
export const dateOf = ({ state, expires_at }: Dated): string | null => (state === 'exempt' ? null : expires_at)

/** What stands in a cell: its date, dd/mm/yyyy, or the word of its state. */
export const cellText = (cell: Dated): string => dateOf(cell) ?? wordOf(cell.state)

/** The same with the state and the date: 'Valid until 03/11/2026', as paper and screen readers have it. */
export const datedWords = (cell: Dated): string => {
  const word = wordOf(cell.state)
  const date = dateOf(cell)
  return date ? `${looks[cell.state].dated ?? word} ${date}` : word
}

/** The cells of a site, the most urgent first, and of one state those that expire first. */
export const byUrgency = (cells: readonly ComplianceCell[]): ComplianceCell[] =>
  cells.toSorted(
    (one, other) =>
      cellStates.indexOf(one.state) - cellStates.indexOf(other.state) ||
      (one.days ?? Number.MAX_SAFE_INTEGER) - (other.days ?? Number.MAX_SAFE_INTEGER),
  )

/** The states that an address names, separated by commas. */
export const statesIn = (filter = ''): CellState[] => cellStates.filter((state) => filter.split(',').includes(state))
