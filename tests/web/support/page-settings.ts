/** Gives the page of a test settings, as the server writes them into the page of the app; clean-page.ts ends them. */
export const givenPageSettings = (settings: Record<string, string>): void => {
  for (const [name, content] of Object.entries(settings)) {
    document.head.append(Object.assign(document.createElement('meta'), { name: `siteledger:${name}`, content }))
  }
}
