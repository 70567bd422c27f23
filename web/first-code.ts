import type { Plugin } from 'vite'

/** Has Chromium compile all functions of a file while it arrives, beside the page, instead of each when it is first called. */
const compiledAhead = '//# allFunctionsCalledOnLoad'

/**
 * Names the files of parts of the build to `first-list.js`, which asks for them: `data-lists="/assets/… /assets/…"`. They and
 * the app itself are compiled ahead.
 */
export const firstCode = (parts: readonly string[]): Plugin => ({
  name: 'first-code',
  generateBundle: {
    order: 'post',
    handler: (_options, bundle) => {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type === 'chunk' && (chunk.isEntry || parts.includes(chunk.name)))
          chunk.code = `${compiledAhead}\n${chunk.code}`
      }
    },
  },
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const filesOf = (part: string): readonly string[] => {
        const chunk = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === part)
        if (chunk?.type !== 'chunk') throw new Error(`The build has no part ${part}`)
        return [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]
      }
      const named = parts.map((part) => ` data-${part}="/${filesOf(part).join(' /')}"`)
      return html.replace('src="/first-list.js"', `$&${named.join('')}`)
    },
  },
})
