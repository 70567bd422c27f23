import { atom, getDefaultStore } from 'jotai'
import type { ImportId } from '#schemas/ids.ts'
import { refusesOneFile } from '#schemas/limits/upload-rules.ts'
import { finishImport, sendImportedFile } from '#schemas/resources/import-files.ts'
import { callApi, urlOf } from '#web/lib/api.ts'
import { ApiProblem, messageOf, problemOf } from '#web/lib/api-problem.ts'
import { send } from '#web/lib/transport.ts'
import { untilAccepted } from '#web/lib/until-accepted.ts'
import { staying } from '#web/lib/use-stay-while.ts'
import { hashOf } from './hash-files.ts'
import type { Plan } from './plan-files.ts'
import { type FolderRow, typeOf } from './rows.ts'

/** Files that are sent side by side. */
const lanes = 4

/** What this tab sends for a run, or has sent: why it ended early, how it goes on, and files that were refused. */
export type Sending = {
  isGoing: boolean
  failure: string | null
  refused: readonly { path: string; message: string }[]
  goOn: () => Promise<unknown>
}

/** By the id of their run; they go on while other pages show. */
export const sendingsAtom = atom<Readonly<Record<string, Sending>>>({})

const sendFile = async (run: ImportId, row: number, { id: path, file }: FolderRow, signal: AbortSignal) => {
  const answer = await send({
    method: 'PUT',
    url: urlOf(sendImportedFile, { params: { run, row } }),
    headers: new Headers({ accept: 'application/json', 'content-type': typeOf({ path, file }) }),
    body: file,
    signal,
  })
  if (!answer.ok) throw await problemOf(answer)
}

/** Sends the bytes of all files that a plan wants, and ends its run. `goOn` sends the plan again. */
export const sendFiles = (plan: Plan, goOn: Sending['goOn']): Promise<void> => {
  const run = plan.run as ImportId
  const store = getDefaultStore()
  const refused: { path: string; message: string }[] = []
  const tell = (isGoing: boolean, failure: string | null) =>
    store.set(sendingsAtom, (all) => ({ ...all, [run]: { isGoing, failure, refused, goOn } }))
  const waiting = plan.rows.filter(({ verdict }) => verdict === 'wanted')
  const ending = new AbortController()
  const lane = async () => {
    for (let row = waiting.shift(); row && !ending.signal.aborted; row = waiting.shift()) {
      const sent = row
      try {
        await untilAccepted(() => sendFile(run, plan.numbers.get(sent.id) ?? 0, sent, ending.signal), ending.signal)
      } catch (error) {
        // The line breaks as well where a file changes on its way.
        const hasChanged = (await hashOf(sent.file.slice(0, 1))) === null
        if (!hasChanged && !(error instanceof ApiProblem && refusesOneFile(error.status))) throw error
        refused.push({ path: sent.id, message: hasChanged ? 'The file has changed since.' : messageOf(error) })
      }
    }
  }
  return staying(async () => {
    tell(true, null)
    try {
      await Promise.all(Array.from({ length: lanes }, lane))
      const leave = refused.length > 0 ? ('true' as const) : ('false' as const)
      await callApi(finishImport, { params: { run }, query: { leave } })
      tell(false, null)
    } catch (error) {
      ending.abort()
      tell(false, messageOf(error))
      throw error
    }
  })
}
