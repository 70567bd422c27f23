import type { ComplianceCellRow, ComplianceRow as Row } from '#projections/facilities/compliance-rows.ts'
import { type StateCounts, sumOf } from '#projections/facilities/state-counts.ts'
import { cellStates, compliantOf } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceNumbers, ComplianceRow } from '#schemas/resources/compliance.ts'
import { showDate } from '#schemas/time/dates.ts'

/** The number of required cells, and of those in each state. */
const presentCounts = (counts: StateCounts) => ({
  required: cellStates.reduce((sum, state) => sum + counts[state], 0),
  ...counts,
})

/** The numbers of some sites, with the share of what is required that they have. */
export const presentNumbers = ({ sites, counts }: { sites: number; counts: StateCounts }): ComplianceNumbers => {
  const numbers = presentCounts(counts)
  return { sites, ...numbers, share: numbers.required === 0 ? null : compliantOf(counts) / numbers.required }
}

/** The numbers of presented rows together. */
export const numbersOf = (rows: readonly ComplianceRow[]): ComplianceNumbers =>
  presentNumbers({ sites: rows.length, counts: sumOf(rows) })

/** Presents a cell as it is on the day of its row. */
const presentCell = (cell: ComplianceCellRow): ComplianceCell => {
  if (cell.state === 'missing') return cell
  const { expires_at, exemption } = cell
  return {
    ...cell,
    expires_at: expires_at && showDate(expires_at),
    exemption: exemption && { ...exemption, until: exemption.until && showDate(exemption.until) },
  }
}

/** Presents a site with its cells. */
export const presentCompliance = ({ counts, cells, ...row }: Row): ComplianceRow => ({
  ...row,
  ...presentCounts(counts),
  cells: cells.map(presentCell),
})
