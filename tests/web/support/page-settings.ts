import { afterEach } from 'vitest'

/** Gives the page of a test settings, as the server writes them into the page of the app; they end with the test. */
export const givenPageSettings = (settings: Record<string, string>): void => {
  for (const [name, content] of Object.entries(settings)) {
    document.head.append(Object.assign(document.createElement('meta'), { name: `siteledger:${name}`, content }))
  }
}

afterEach(() => {
  if (typeof document === 'undefined') return
  for (const meta of document.head.querySelectorAll('meta[name^="siteledger:"]')) meta.remove()
})
