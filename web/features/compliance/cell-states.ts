import type { CellState } from '#schemas/records/requirement.ts'
import type { ComplianceCell } from '#schemas/resources/compliance.ts'
import type { IconName } from '#web/components/icon.tsx'

type Look = { icon: IconName; word: string; dated?: string; counted: string }

/** How a state is shown, the most urgent first: its word, the one before its date, and that after a number of cells. */
export const looks: Readonly<Record<CellState, Look>> = {
  missing: { icon: 'alert', word: 'Missing', counted: 'missing' },
  expired: { icon: 'close', word: 'Expired', counted: 'expired' },
  expiring: { icon: 'bell', word: 'Expiring', dated: 'Expires', counted: 'expiring' },
  valid: { icon: 'check', word: 'Valid', dated: 'Valid until', counted: 'valid' },
  exempt: { icon: 'minus', word: 'Not needed', counted: 'not needed' },
}

export const states = Object.keys(looks) as CellState[]

/** The states in which nothing is to do. */
export const isAtRest = (state: CellState): boolean => state === 'valid' || state === 'exempt'

type Dated = Pick<ComplianceCell, 'state' | 'expires_at'>

/** The date by which a cell is as it is; null where the state has none. */
export const dateOf = ({ state, expires_at }: Dated): string | null => (state === 'exempt' ? null : expires_at)

/** What stands in a cell: its date, dd/mm/yyyy, or the word of its state. */
export const cellText = (cell: Dated): string => dateOf(cell) ?? looks[cell.state].word

/** The same with the state and the date: 'Valid until 03/11/2026', as paper and screen readers have it. */
export const cellWords = (cell: Dated): string => {
  const { word, dated = word } = looks[cell.state]
  const date = dateOf(cell)
  return date ? `${dated} ${date}` : word
}

/** The cells of a site, the most urgent first, and of one state those that expire first. */
export const byUrgency = (cells: readonly ComplianceCell[]): ComplianceCell[] =>
  cells.toSorted(
    (one, other) =>
      states.indexOf(one.state) - states.indexOf(other.state) ||
      (one.days ?? Number.MAX_SAFE_INTEGER) - (other.days ?? Number.MAX_SAFE_INTEGER),
  )

/** The states that an address names, separated by commas. */
export const statesIn = (filter = ''): CellState[] => states.filter((state) => filter.split(',').includes(state))
