import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { uploadDocument, uploadDocuments } from '#schemas/resources/documents.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import { uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { counted } from '#schemas/text/counted.ts'
import { PauseNote } from '#web/components/pause-note.tsx'
import styles from '#web/features/uploads/waiting-uploads.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi, type Extras } from '#web/lib/api.ts'
import { ApiProblem, firstMessageOf } from '#web/lib/api-problem.ts'
import { connectionAtom } from '#web/lib/connection.ts'
import { dropUpload, type KeptUpload, leaveUploads, leftUploads, waitingUploadsAtom } from '#web/lib/kept-uploads.ts'
import type { PersonInTeam } from '#web/lib/opened.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import { type OnAgain, type Pause, untilAccepted } from '#web/lib/until-accepted.ts'

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

type Sent = { arrived: KeptUpload[]; refused: { name: string; message: string }[] }

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

/** The outcome of uploads of an earlier page: "2 files have been added. 1 file has been replaced." */
export const arrivedWords = (arrived: readonly Pick<KeptUpload, 'version'>[]): string => {
  const replaced = arrived.filter(({ version }) => version).length
  const added = arrived.length - replaced
  return [
    added > 0 && `${counted(added, 'file has', 'files have')} been added.`,
    replaced > 0 && `${counted(replaced, 'file has', 'files have')} been replaced.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Goes on with uploads that a reload broke off, and says how many files wait for the connection. */
const WaitingUploads = () => {
  const { user, team } = usePersonInTeam()
  const queries = useQueryClient()
  const waiting = useAtomValue(waitingUploadsAtom).size
  const isLost = useAtomValue(connectionAtom) === 'lost'
  const [share, setShare] = useState<number>()
  const [pause, setPause] = useState<Pause>()

  useEffect(() => {
    const leaving = new AbortController()
    const goOn = async () => {
      const { arrived, refused } = await sendLeftUploads({ user, team }, leaving.signal, setShare, setPause)
      setShare(undefined)
      if (arrived.length > 0) {
        await Promise.all([reload(queries, 'files'), reload(queries, 'documents')])
        void announce(arrivedWords(arrived))
      }
      const [first] = refused
      if (first) void announce(`${first.name} was not added. ${first.message}`, 'failure')
    }
    void goOn()
    return () => leaving.abort()
  }, [user, team, queries])

  const isSending = share !== undefined && !isLost && !pause && waiting > 0
  return (
    <div role="status" className={styles.container}>
      {isLost && waiting > 0 && (
        <p className={styles.notice}>{`${counted(waiting, 'file is', 'files are')} waiting for the connection.`}</p>
      )}
      {pause && !isLost && waiting > 0 && (
        <div className={styles.notice}>
          {`${counted(waiting, 'file is', 'files are')} waiting.`} <PauseNote pause={pause} />
        </div>
      )}
      {isSending && (
        <p className={styles.notice}>{`Uploading ${counted(waiting, 'file', 'files')}, ${Math.floor(100 * share)}%`}</p>
      )}
    </div>
  )
}

export default WaitingUploads
