import { atom, getDefaultStore } from 'jotai'
import { health } from '#schemas/resources/status.ts'

/** Wait between two looks whether the server can be reached, and the longest look, in milliseconds. */
const pause = 3_000
/** How long it is said that the line is back, in milliseconds. */
const saidFor = 5_000

/** Whether the server can be reached; `back` for a moment after it could not be. */
export const lineAtom = atom<'holds' | 'lost' | 'back'>('holds')

const store = getDefaultStore()

const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch(health.path, { cache: 'no-store', signal: AbortSignal.timeout(pause) })).ok
  } catch {
    return false
  }
}

const aMoment = (): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, pause)
    window.addEventListener('online', resolve, { once: true })
  })

const look = async (): Promise<void> => {
  while (!(await isReachable())) {
    store.set(lineAtom, 'lost')
    await aMoment()
  }
  // One that only tripped is not spoken of.
  if (store.get(lineAtom) !== 'lost') return
  store.set(lineAtom, 'back')
  setTimeout(() => store.set(lineAtom, (now) => (now === 'back' ? 'holds' : now)), saidFor)
}

let looking: Promise<void> | undefined

/** Call it where no answer came: looks whether the server can be reached, and resolves once it can. */
export const lineHolds = (): Promise<void> => {
  looking ??= look().finally(() => {
    looking = undefined
  })
  return looking
}
