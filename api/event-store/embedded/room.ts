import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Bytes of the disk that writers leave free: a transaction that began is finished, with the largest checkpoint, and the
 * read models and Redis write what follows from it.
 */
export const defaultReserve = 64 * 1024 ** 2

/** The text of the refusal, by which a client tells it from others. */
export const noRoomText = 'There is no room on the disk of the event store.'

const freeFor = (file: string): number => {
  const { bavail, bsize } = statfsSync(dirname(file))
  return bavail * bsize
}

/**
 * Tells whether more may be written: a log that fills the disk to the last byte could only be ended, and nobody could
 * read it. Says so when it changes.
 * @param reserve bytes that stay free
 * @param say takes a line for whoever runs the node
 */
export const roomOn = (file: string, reserve: number, say: (line: string) => void, free = freeFor): (() => boolean) => {
  if (file === ':memory:') return () => true
  let had = true
  return () => {
    const has = free(file) >= reserve
    if (has !== had) say(has ? 'writes again' : `writes nothing while less than ${reserve} bytes are free for ${file}`)
    had = has
    return has
  }
}
