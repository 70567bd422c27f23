import { uploadDocument, uploadDocuments } from '#schemas/resources/documents.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { callApi, type Extras } from '#web/lib/api.ts'
import { ApiProblem, firstMessageOf } from '#web/lib/api-problem.ts'
import { dropUpload, type KeptUpload, leaveUploads, leftUploads } from '#web/lib/kept-uploads.ts'
import type { PersonInTeam } from '#web/lib/opened.ts'
import { type OnAgain, untilAccepted } from '#web/lib/until-accepted.ts'

const calls = { uploadFile, uploadFiles, uploadDocument, uploadDocuments, addFileVersion }

const send = ({ call, body, file, key, version }: KeptUpload, extras: Extras): Promise<unknown> => {
  const params = version && { params: { id: version.id } }
  const sent = { ...extras, file, idempotencyKey: key, ...(version && { ifMatch: version.ifMatch }) }
  // Parameters and body were those of this call when they were kept.
  return callApi(calls[call] as typeof uploadFile, { body, ...params } as never, sent)
}

/** Whether another try might do: nothing came back, the service was away or has no more room, or the session has ended. */
const isForLater = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || [0, 401, 408, 429].includes(error.status) || error.status >= 500

export type Sent = { arrived: KeptUpload[]; refused: { name: string; message: string }[] }

/**
 * Sends what an earlier page did not get through, one after the other, each under its own key, so that nothing is added
 * twice. What was accepted or refused is forgotten; the rest stays for a later page.
 */
export const sendLeftUploads = async (
  person: PersonInTeam,
  signal: AbortSignal,
  onProgress: (share: number) => void,
  onAgain: OnAgain = () => undefined,
): Promise<Sent> => {
  const sent: Sent = { arrived: [], refused: [] }
  const left = await leftUploads(person)
  for (const [at, upload] of left.entries()) {
    const share = (part: number) => onProgress((at + part) / left.length)
    try {
      signal.throwIfAborted()
      await untilAccepted(() => send(upload, { signal, onProgress: share }), signal, onAgain)
      sent.arrived.push(upload)
    } catch (error) {
      if (signal.aborted || isForLater(error)) {
        leaveUploads(left.slice(at))
        return sent
      }
      sent.refused.push({ name: upload.file.name, message: firstMessageOf(error) })
    }
    await dropUpload(upload.key)
  }
  return sent
}
