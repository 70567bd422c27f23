import { atom, getDefaultStore } from 'jotai'
import { health } from '#schemas/resources/status.ts'

/** Milliseconds between two probes of the server, and the timeout of a probe. */
const pause = 3_000
/** Milliseconds for which the notice says that the connection is back. */
const shownFor = 5_000

/** Whether the server is reachable and does its work; `back` for a moment after it was `lost` or `busy`. */
export const connectionAtom = atom<'online' | 'lost' | 'busy' | 'back'>('online')

const store = getDefaultStore()

const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch(health.path, { cache: 'no-store', signal: AbortSignal.timeout(pause) })).ok
  } catch {
    return false
  }
}

const nextProbe = (): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, pause)
    window.addEventListener('online', resolve, { once: true })
  })

const announceBack = (): void => {
  store.set(connectionAtom, 'back')
  setTimeout(() => store.set(connectionAtom, (now) => (now === 'back' ? 'online' : now)), shownFor)
}

/** Call this while the server answers that it cannot do its work for a moment. */
export const noteBusy = (): void => store.set(connectionAtom, (now) => (now === 'lost' ? now : 'busy'))

/** Call this when a server that was busy has done its work, or is not asked again. */
export const noteNoLongerBusy = (isServed: boolean): void => {
  if (store.get(connectionAtom) !== 'busy') return
  if (isServed) announceBack()
  else store.set(connectionAtom, 'online')
}

const probe = async (): Promise<void> => {
  while (!(await isReachable())) {
    store.set(connectionAtom, 'lost')
    await nextProbe()
  }
  // A connection that works at the first probe needs no notice.
  if (store.get(connectionAtom) === 'lost') announceBack()
}

let probing: Promise<void> | undefined

/** Call this when a request got no response: it probes the server, and resolves once the server is reachable. */
export const whenOnline = (): Promise<void> => {
  probing ??= probe().finally(() => {
    probing = undefined
  })
  return probing
}

/** Resolves once the server is reachable, as far as the browser or a request that got no response has told; asks nothing. */
export const whenNotLost = (): Promise<void> | undefined => (navigator.onLine === false ? whenOnline() : probing)
