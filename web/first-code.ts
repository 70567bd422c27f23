import type { Plugin } from 'vite'

/** Names the files of parts of the build to `first-list.js`, which asks for them: `data-lists="/assets/… /assets/…"`. */
export const firstCode = (parts: readonly string[]): Plugin => ({
  name: 'first-code',
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
