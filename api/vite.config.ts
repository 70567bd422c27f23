import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const ownUrl = /new URL\('(\.\/[^']+)', import\.meta\.url\)/g

/** Files that a built file would look for beside itself. */
const unreferred = /new URL\(`[^)]*import\.meta\.url|import\.meta\.(dirname|filename)/

/** Emits the threads, files and folders that modules refer to by `new URL('./name', import.meta.url)`. */
const referredFiles: Plugin = {
  name: 'referred-files',
  // Later plugins change the quotation marks.
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('/node_modules/')) return null
    if (unreferred.test(code)) this.error(`${id} refers to a file in a way that is not built`)
    const asset = (file: string, options = {}) =>
      this.emitFile({ type: 'asset', name: basename(file), source: readFileSync(file), ...options })
    return code.replaceAll(ownUrl, (_, path: string) => {
      const file = join(dirname(id), path)
      if (path.endsWith('/')) {
        const emitted = readdirSync(file).map((name) =>
          asset(join(file, name), { fileName: join('assets', basename(file), name) }),
        )
        return `new URL('.', import.meta.ROLLUP_FILE_URL_${emitted[0]})`
      }
      const emitted = path.endsWith('.ts') ? this.emitFile({ type: 'chunk', id: file }) : asset(file)
      return `import.meta.ROLLUP_FILE_URL_${emitted}`
    })
  },
  resolveFileUrl: ({ relativePath }) => `new URL('${relativePath}', import.meta.url)`,
}

/**
 * Builds event store, API, workers and payment sandbox with their packages into few files: they start with less work and
 * hold less memory than from a thousand modules. Lines and names are kept, so that a stack can be read. Each thread holds
 * the source, with two bytes a letter if one letter is not Latin-1. The renderer stays out: its sandbox reads nothing but
 * its own folder and packages.
 */
export default defineConfig({
  root: here('..'),
  plugins: [referredFiles],
  publicDir: false,
  build: {
    ssr: true,
    ssrEmitAssets: true,
    target: 'node24',
    rolldownOptions: {
      input: {
        'payment-sandbox': here('payment-sandbox.ts'),
        'event-store': here('event-store/embedded/main.ts'),
        api: here('main.ts'),
        workers: here('../workers/main.ts'),
      },
      output: {
        comments: false,
        // Compressed, google-protobuf spreads its arguments at each field that it reads or writes.
        minify: { mangle: false, compress: false, codegen: { removeWhitespace: false, asciiOnly: true } },
      },
    },
  },
  ssr: { noExternal: true },
})
