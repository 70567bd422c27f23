import type { ComplianceCellRow, ComplianceRow as Row } from '#projections/facilities/compliance-rows.ts'
import { type StateCounts, sumOf } from '#projections/facilities/state-counts.ts'
import { cellStates, compliantOf } from '#schemas/records/cell-states.ts'
import type { ComplianceCell, ComplianceNumbers, ComplianceRow } from '#schemas/resources/compliance.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { daysUntil } from '#schemas/time/expiry.ts'

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

/** Presents a cell as it is on a day. */
const presentCell = (cell: ComplianceCellRow, today: CalendarDate): ComplianceCell => {
  const { category_id, state, file, files, exemption } = cell
  const expiresAt = file?.expires_at ?? null
  return {
    category_id,
    state,
    files,
    expires_at: expiresAt && showDate(expiresAt),
    days: expiresAt === null ? null : daysUntil(expiresAt, today),
    file: file && { id: file.id, name: file.name },
    exemption: exemption && { ...exemption, until: exemption.until && showDate(exemption.until) },
  }
}

/** Presents a site with its cells as they are on a day. */
export const presentCompliance = ({ counts, cells, ...row }: Row, today: CalendarDate): ComplianceRow => ({
  ...row,
  ...presentCounts(counts),
  cells: cells.map((cell) => presentCell(cell, today)),
})
