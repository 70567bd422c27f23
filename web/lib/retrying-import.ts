import { atom, getDefaultStore } from 'jotai'
import { whenNotLost, whenOnline } from '#web/lib/connection.ts'

/** How often a module is requested while the server is reachable. */
const attempts = 3

/** Why the page has to be loaded anew: the server has another version of the app, or code of this one did not arrive. */
export const staleAtom = atom<'outdated' | 'incomplete'>()

/** Whether the server has another version; false when the server does not answer. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    return Boolean(own) && page.ok && !(await page.text()).includes(String(own))
  } catch {
    return false
  }
}

/** Checks for another version; when there is one, the page shows a notice. */
export const checkVersion = async (): Promise<void> => {
  if (await isOutdated()) getDefaultStore().set(staleAtom, 'outdated')
}

/** Stylesheets that failed to load; the bundler requests each only once. */
const missing = new Set<string>()

const noteMissing = (event: VitePreloadErrorEvent): void => {
  const [, style] = /^Unable to preload CSS for (\S+)$/.exec(event.payload.message) ?? []
  if (style === undefined) return
  event.preventDefault()
  missing.add(style)
}

const loadStyle = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, crossOrigin: '' })
    link.onload = () => resolve(missing.delete(href))
    link.onerror = () => {
      link.remove()
      reject(new Error(`${href} did not arrive.`))
    }
    document.head.append(link)
  })

/** Keeps the page as it is; the notice offers to reload it. */
const waitForReload = (why: 'outdated' | 'incomplete'): Promise<never> => {
  getDefaultStore().set(staleAtom, why)
  return new Promise(() => undefined)
}

const importWithRetries = async <Module>(load: () => Promise<Module>, whenMissing: 'orWait' | 'orFail') => {
  window.addEventListener('vite:preloadError', noteMissing)
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Chromium from 150 on answers a module whose import failed with that failure until the page is loaded anew.
      await whenNotLost()
      const module = await load()
      const styles = await Promise.allSettled([...missing].map(loadStyle))
      // A stylesheet that never loads, perhaps of another module, must not block the user.
      if (attempt === attempts || styles.every(({ status }) => status === 'fulfilled')) return module
      throw new Error('A style did not arrive.')
    } catch (failure) {
      await whenOnline()
      const outdated = await isOutdated()
      if (!outdated && attempt < attempts) continue
      if (whenMissing === 'orFail') throw failure
      return waitForReload(outdated ? 'outdated' : 'incomplete')
    }
  }
}

/**
 * A promise that calls back at once, so that React draws a lazy component whose code is there without its fallback first.
 * A fallback that was drawn stays for 300 ms.
 */
const arrived = <Module>(module: Module): Promise<Module> => {
  const atOnce = (use?: (module: Module) => unknown) => new Promise((resolve) => resolve(use ? use(module) : module))
  // biome-ignore lint/suspicious/noThenProperty: a promise already, and only sooner
  return Object.assign(Promise.resolve(module), { then: atOnce as Promise<Module>['then'] })
}

/**
 * A lazy import that survives a lost connection: it waits until the server is reachable and tries again. When the
 * module no longer exists in the server's version, or the browser has given it up, the page shows a notice and stays as
 * it is, so that no input is lost. With `orFail` it rejects instead: pages use that, and the router loads them again. A
 * module that was loaded ahead is there at once.
 */
export const retryingImport = <Module>(load: () => Promise<Module>, whenMissing: 'orWait' | 'orFail' = 'orWait') => {
  let ahead: Promise<Module> | undefined
  const loadNow = async (): Promise<Module> => {
    const module = await importWithRetries(load, whenMissing)
    ahead = arrived(module)
    return module
  }
  return (): Promise<Module> => ahead ?? loadNow()
}
