import { Worker } from 'node:worker_threads'
import type { ComplianceReport } from './compliance-report.ts'

/** Draws a report in a thread that ends with it. Throws what the thread threw. */
export const reportInThread = (report: ComplianceReport): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./report-thread.ts', import.meta.url), { workerData: report })
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The report ended with code ${code}`)))
  })
