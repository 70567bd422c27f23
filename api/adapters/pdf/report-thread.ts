import { parentPort } from 'node:worker_threads'
import { complianceReport } from './compliance-report.ts'
import { packSummary } from './pack-summary.ts'

const reports = { compliance: complianceReport, pack: packSummary }
export type Reports = typeof reports

/** What is to be drawn, and of what. */
export type ReportOrder = {
  [Kind in keyof Reports]: { kind: Kind; report: Parameters<Reports[Kind]>[0] }
}[keyof Reports]

parentPort?.on('message', async ({ kind, report }: ReportOrder) => {
  const bytes = await reports[kind](report as never)
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
})
