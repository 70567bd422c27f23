import { type StateCounts, sumOf } from '#projections/facilities/state-counts.ts'
import { compliantOf } from '#schemas/records/cell-states.ts'
import type { ComplianceNumbers, ComplianceRow } from '#schemas/resources/compliance.ts'

/** The numbers of some sites, with the share of what is required that they have. */
export const presentNumbers = ({ sites, counts }: { sites: number; counts: StateCounts }): ComplianceNumbers => {
  const share = counts.required === 0 ? null : compliantOf(counts) / counts.required
  return { sites, ...counts, share }
}

/** The numbers of some rows together. */
export const numbersOf = (rows: readonly ComplianceRow[]): ComplianceNumbers =>
  presentNumbers({ sites: rows.length, counts: sumOf(rows) })
