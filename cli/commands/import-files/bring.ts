import { Failure } from '#cli/failure.ts'
import { openByteProgress, reportWaiting } from '#cli/output/progress.ts'
import type { Session } from '#cli/session.ts'
import { finishImport, mostManifestRows } from '#schemas/resources/import-files.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Entry } from './entries.ts'
import type { Hashes } from './hashes.ts'
import { hashAll } from './manifest.ts'
import { type Plan, planFiles, type Wishes } from './plan.ts'
import { sendFiles } from './send.ts'

const sumOf = (entries: readonly Entry[], verdict: Entry['verdict']) => {
  const some = entries.filter((entry) => entry.verdict === verdict)
  return { files: some.length, bytes: some.reduce((sum, { size }) => sum + size, 0) }
}

/** Reads the files of rows, sends the plan, and then the bytes that are wanted; notes in each row what became of it. */
export const bringFiles = async (
  session: Session,
  entries: readonly Entry[],
  { wishes, jobs, hashes, signal }: { wishes: Wishes; jobs: number; hashes: Hashes; signal: AbortSignal },
): Promise<Plan> => {
  const server = session.server()
  // Told before all of them are read.
  if (entries.filter(({ verdict }) => verdict === 'unknown').length > mostManifestRows) {
    const most = counted(mostManifestRows, 'file')
    throw new Failure(`These are more than ${most}, the most of one import. Import parts of them, one after the other.`)
  }
  const reading = openByteProgress(session, 'Reading', sumOf(entries, 'unknown'))
  await hashAll(entries, hashes, signal, reading.to).finally(reading.end)
  const waited = reportWaiting(session, 'The server looks at the manifest')
  const plan = await planFiles(server, entries, wishes, signal).finally(waited)
  const { run } = plan
  if (run === null) return plan
  if (plan.resumed && !session.json) session.terminal.note('Going on with the import where it was left off.')
  const sending = openByteProgress(session, 'Sending', sumOf(entries, 'wanted'))
  await sendFiles(server, run, entries, plan, { jobs, signal, done: sending.to }).finally(sending.end)
  const isWhole = entries.every(({ verdict, place }) => verdict !== 'refused' || place === null)
  await server.call(finishImport, { params: { run }, query: { leave: isWhole ? 'false' : 'true' } })
  return plan
}
