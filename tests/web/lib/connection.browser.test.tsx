import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionAtom, whenOnline } from '#web/lib/connection.ts'
import { retryingImport, staleAtom } from '#web/lib/retrying-import.ts'

const store = getDefaultStore()
/** Whether the server answers, and whether the page that it answers names this version of the app. */
let reachable: boolean
let page: string

beforeEach(() => {
  reachable = true
  page = ''
  store.set(connectionAtom, 'online')
  store.set(staleAtom, undefined)
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (url: string) => {
    if (!reachable) throw new TypeError('Failed to fetch')
    return new Response(url === '/' ? page : 'ok')
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The entry of this version of the app, by which a page that the server answers is recognised. */
const entry = 'data:text/javascript,0'
document.head.prepend(Object.assign(document.createElement('script'), { type: 'module', src: entry }))

describe('the connection', () => {
  test('that answers the first probe is not worth a notice', async () => {
    await whenOnline()
    expect(store.get(connectionAtom)).toBe('online')
  })

  test('is lost until the server can be reached, then back for a moment', async () => {
    reachable = false
    const online = whenOnline()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(store.get(connectionAtom)).toBe('lost')

    reachable = true
    await vi.advanceTimersByTimeAsync(3_000)
    await online
    expect(store.get(connectionAtom)).toBe('back')

    await vi.advanceTimersByTimeAsync(5_000)
    expect(store.get(connectionAtom)).toBe('online')
  })

  test('is probed at once when the browser says that it is back', async () => {
    reachable = false
    const online = whenOnline()
    await vi.advanceTimersByTimeAsync(100)
    reachable = true
    window.dispatchEvent(new Event('online'))
    await online
    expect(store.get(connectionAtom)).toBe('back')
  })
})

describe('a retrying import', () => {
  const failing = (times: number) => {
    const load = vi.fn(async () => {
      if (load.mock.calls.length <= times) throw new TypeError('Failed to fetch dynamically imported module')
      return { name: 'dialog' }
    })
    return load
  }

  test('waits for a lost connection and then loads', async () => {
    page = entry
    reachable = false
    const load = failing(1)
    const loading = retryingImport(load)()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(load).toHaveBeenCalledTimes(1)

    reachable = true
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await loading).toEqual({ name: 'dialog' })
  })

  test('is not begun while the connection is known to be lost', async () => {
    reachable = false
    void whenOnline()
    await vi.advanceTimersByTimeAsync(100)
    const load = failing(0)
    const loading = retryingImport(load)()
    await vi.advanceTimersByTimeAsync(9_000)
    expect(load).not.toHaveBeenCalled()

    reachable = true
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await loading).toEqual({ name: 'dialog' })
  })

  test('that fails three times while the server can be reached leaves the page as it is and says so', async () => {
    page = entry
    const load = failing(3)
    const settled = vi.fn()
    void retryingImport(load)().then(settled, settled)
    await vi.waitFor(() => expect(store.get(staleAtom)).toBe('incomplete'))
    expect(load).toHaveBeenCalledTimes(3)
    expect(settled).not.toHaveBeenCalled()
  })

  test('of a module that a newer version no longer has leaves the page as it is and says so', async () => {
    page = '<script type="module" src="/assets/newer.js">'
    const settled = vi.fn()
    void retryingImport(failing(3))().then(settled, settled)
    await vi.waitFor(() => expect(store.get(staleAtom)).toBe('outdated'))
    expect(settled).not.toHaveBeenCalled()
  })

  test('of a page fails instead, so that the router loads the page again', async () => {
    page = '<script type="module" src="/assets/newer.js">'
    const load = failing(3)
    await expect(retryingImport(load, 'orFail')()).rejects.toThrow('Failed to fetch')
    expect(load).toHaveBeenCalledTimes(1)
  })
})
