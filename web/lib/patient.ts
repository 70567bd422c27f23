import { atom, getDefaultStore } from 'jotai'
import { lineHolds } from '#web/lib/line.ts'

/** How often a part is asked for where the line holds. */
const attempts = 3

/** Whether the server has another version of the app than the one that runs here. */
export const outdatedAtom = atom(false)

/** Whether the server is known to have another version; a server that does not answer is not. */
const isOutdated = async (): Promise<boolean> => {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src')
  try {
    const page = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' })
    return Boolean(own) && page.ok && !(await page.text()).includes(String(own))
  } catch {
    return false
  }
}

/** Looks for another version, and has the page say so where there is one. */
export const lookForVersion = async (): Promise<void> => {
  if (await isOutdated()) getDefaultStore().set(outdatedAtom, true)
}

/** Styles that did not arrive; the bundler asks for each only once. */
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

/** What the page shows stays; the notice offers to load it anew. */
const waitForReload = (): Promise<never> => {
  getDefaultStore().set(outdatedAtom, true)
  return new Promise(() => undefined)
}

/**
 * Loads a part of the app that comes later, over any line: one that breaks is waited for. Where the server has another
 * version by now, and the part is gone with the old one, the page says so and stays as it is, so that nothing typed is
 * lost; `orFail` has it fail instead, for pages, which the router then loads anew.
 */
export const patient =
  <Part>(load: () => Promise<Part>, whereGone: 'orWait' | 'orFail' = 'orWait') =>
  async (): Promise<Part> => {
    window.addEventListener('vite:preloadError', noteMissing)
    for (let attempt = 1; ; attempt += 1) {
      try {
        const part = await load()
        const styles = await Promise.allSettled([...missing].map(loadStyle))
        // A style that never comes, perhaps that of another part, keeps nobody from working.
        if (attempt === attempts || styles.every(({ status }) => status === 'fulfilled')) return part
        throw new Error('A style did not arrive.')
      } catch (failure) {
        await lineHolds()
        const gone = await isOutdated()
        if (gone && whereGone === 'orWait') return waitForReload()
        if (gone || attempt === attempts) throw failure
      }
    }
  }
