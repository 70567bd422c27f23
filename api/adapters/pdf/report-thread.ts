import { parentPort, workerData } from 'node:worker_threads'
import { type ComplianceReport, complianceReport } from './compliance-report.ts'

const bytes = await complianceReport(workerData as ComplianceReport)
parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer])
