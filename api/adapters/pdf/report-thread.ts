import { parentPort } from 'node:worker_threads'
import { type ComplianceReport, complianceReport } from './compliance-report.ts'

parentPort?.on('message', async (report: ComplianceReport) => {
  const bytes = await complianceReport(report)
  parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
})
