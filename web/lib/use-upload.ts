import { useRef, useState } from 'react'
import type { Extras } from '#web/lib/api.ts'
import { type KeptUpload, whileKept } from '#web/lib/kept-uploads.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import { type Pause, untilAccepted } from '#web/lib/until-accepted.ts'

/** The kept upload, so that it goes on after a reload. */
type Kept = Pick<KeptUpload, 'call' | 'body' | 'version'> & { file: File | null }

/**
 * The upload of one file: progress from 0 to 1, and a way to cancel it. It waits for a lost connection, and for as long as
 * the server asks.
 */
export const useUpload = () => {
  const [share, setShare] = useState(0)
  const [pause, setPause] = useState<Pause>()
  const person = usePersonInTeam()
  const upload = useRef({ control: new AbortController(), key: '' })
  return {
    share,
    pause,
    around: <Done>(send: () => Promise<Done>, kept?: Kept): Promise<Done> => {
      const begin = (waits: Pause | undefined) => {
        setShare(0)
        setPause(waits)
      }
      begin(undefined)
      upload.current = { control: new AbortController(), key: crypto.randomUUID() }
      const { key, control } = upload.current
      const keeping = kept?.file ? { ...person, ...kept, key, file: kept.file } : undefined
      return whileKept(keeping, () => untilAccepted(send, control.signal, begin))
    },
    extras: (file: File | null): Extras => ({
      ...(file ? { file } : {}),
      onProgress: setShare,
      signal: upload.current.control.signal,
      // The write may have succeeded although its response was lost: the key keeps the file from being added twice.
      idempotencyKey: upload.current.key,
    }),
    cancel: () => upload.current.control.abort(),
  }
}
