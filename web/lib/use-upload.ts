import { useRef, useState } from 'react'
import type { Extras } from '#web/lib/api.ts'
import { retryWhenOnline } from '#web/lib/retry-when-online.ts'

/** The upload of one file: progress from 0 to 1, and a way to cancel it. It waits for a lost connection. */
export const useUpload = () => {
  const [share, setShare] = useState(0)
  const upload = useRef({ control: new AbortController(), key: '' })
  return {
    share,
    around: <Done>(send: () => Promise<Done>): Promise<Done> => {
      setShare(0)
      upload.current = { control: new AbortController(), key: crypto.randomUUID() }
      return retryWhenOnline(send, upload.current.control.signal, () => setShare(0))
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
