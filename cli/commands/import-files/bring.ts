import { Failure } from '#cli/failure.ts'
import { openByteProgress, reportWaiting } from '#cli/output/progress.ts'
import type { Session } from '#cli/session.ts'
import { finishImport, mostManifestRows } from '#schemas/resources/import-files.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Entries } from './entries.ts'
import type { Hashes } from './hashes.ts'
import { hashAll } from './manifest.ts'
import { type Plan, planFiles, type Wishes } from './plan.ts'
import { sendFiles } from './send.ts'

/** Reads the files of rows, sends the plan, and then the bytes that are wanted; notes in each row what became of it. */
export const bringFiles = async (
  session: Session,
  entries: Entries,
  { wishes, jobs, hashes, signal }: { wishes: Wishes; jobs: number; hashes: Hashes; signal: AbortSignal },
): Promise<Plan> => {
  const server = session.server()
  // Told before all of them are read.
  if (entries.sum('unknown').files > mostManifestRows) {
    const most = counted(mostManifestRows, 'file')
    throw new Failure(`These are more than ${most}, the most of one import. Import parts of them, one after the other.`)
  }
  const reading = openByteProgress(session, 'Reading', entries.sum('unknown'))
  await hashAll(entries, hashes, { signal, done: reading.to }).finally(reading.end)
  const waited = reportWaiting(session, 'The server looks at the manifest')
  const plan = await planFiles(server, entries, wishes, signal).finally(waited)
  const { run } = plan
  if (run === null) return plan
  if (plan.resumed && !session.json) session.terminal.note('Going on with the import where it was left off.')
  const planned = entries.sum('refused').files
  const sending = openByteProgress(session, 'Sending', entries.sum('wanted'))
  await sendFiles(server, run, entries, { atOnce: jobs, signal, done: sending.to }).finally(sending.end)
  const isWhole = entries.sum('refused').files === planned
  await server.call(finishImport, { params: { run }, query: { leave: isWhole ? 'false' : 'true' } })
  return plan
}
