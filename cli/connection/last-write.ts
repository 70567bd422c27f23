import { keptFile } from './kept-file.ts'

/** The position of the last write at a server, which later calls have to hold on whichever replica answers (D-05). */
export type LastWrite = {
  position: () => string | undefined
  note: (position: string | null) => void
}

/** The last write of this process. */
export const ownLastWrite = (): LastWrite => {
  let last: string | undefined
  return {
    position: () => last,
    note: (position) => {
      last = position ?? last
    },
  }
}

/** The last write of any command, kept beside the profiles. */
export const keptLastWrite = (env: NodeJS.ProcessEnv, url: string): LastWrite => {
  const store = keptFile(env, 'positions')
  return {
    position: () => store.get(url),
    note: (position) => {
      if (position !== null) store.set(url, position)
    },
  }
}
