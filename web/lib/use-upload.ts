import { useRef, useState } from 'react'
import type { Extras } from '#web/lib/api.ts'
import { type KeptUpload, whileKept } from '#web/lib/kept-uploads.ts'
import { usePersonInTeam } from '#web/lib/person-in-team.ts'
import { retryWhenOnline } from '#web/lib/retry-when-online.ts'

/** What is kept of the upload, so that it goes on after a reload. */
type Kept = Pick<KeptUpload, 'call' | 'body' | 'version'> & { file: File | null }

/** The upload of one file: progress from 0 to 1, and a way to cancel it. It waits for a lost connection. */
export const useUpload = () => {
  const [share, setShare] = useState(0)
  const person = usePersonInTeam()
  const upload = useRef({ control: new AbortController(), key: '' })
  return {
    share,
    around: <Done>(send: () => Promise<Done>, kept?: Kept): Promise<Done> => {
      setShare(0)
      upload.current = { control: new AbortController(), key: crypto.randomUUID() }
      const { key, control } = upload.current
      const keeping = kept?.file ? { ...person, ...kept, key, file: kept.file } : undefined
      return whileKept(keeping, () => retryWhenOnline(send, control.signal, () => setShare(0)))
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
