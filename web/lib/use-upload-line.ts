import { useRef, useState } from 'react'
import type { Extras } from '#web/lib/api.ts'
import { overAnyLine } from '#web/lib/over-any-line.ts'

/** The way of one file to the server: how far it has come, 0 to 1, and what calls it off. A broken line is waited for. */
export const useUploadLine = () => {
  const [share, setShare] = useState(0)
  const line = useRef({ control: new AbortController(), key: '' })
  return {
    share,
    around: <Done>(send: () => Promise<Done>): Promise<Done> => {
      setShare(0)
      line.current = { control: new AbortController(), key: crypto.randomUUID() }
      return overAnyLine(send, line.current.control.signal, () => setShare(0))
    },
    extras: (file: File | null): Extras => ({
      ...(file ? { file } : {}),
      onProgress: setShare,
      signal: line.current.control.signal,
      // An answer that got lost may have been a success: the same file is not added twice.
      idempotencyKey: line.current.key,
    }),
    cancel: () => line.current.control.abort(),
  }
}
