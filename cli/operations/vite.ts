import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type FSWatcher } from 'vite'
import type { Env } from '#api/env/env.ts'

/** The path prefix of Vite's modules; no path of the product begins with it. */
const base = '/@web/'

/** The preamble of React's hot reload, which has to run in the page before all other scripts. */
const preamble = /<script type="module">(.*?)<\/script>/s

/**
 * Vite on the product's port: modules of the web app with hot reload, and a proxy to the API for everything else, so
 * that there is one origin and one cookie. The API serves the page itself, from `webFolder`, with its usual headers and
 * settings: its content security policy allows no inline script, so the preamble is a file. `watcher` watches the web
 * app; further paths can be added.
 */
export const startVite = async (
  root: string,
  env: Env,
  apiPort: number,
): Promise<{ webFolder: string; watcher: FSWatcher }> => {
  const webFolder = join(root, '.build/web-dev')
  const page = join(root, 'web/index.html')
  const vite = await createServer({
    configFile: join(root, 'web/vite.config.ts'),
    base,
    clearScreen: false,
    server: {
      host: env.host,
      port: env.port,
      strictPort: true,
      proxy: { [`^(?!${base})`]: { target: `http://127.0.0.1:${apiPort}` } },
    },
  })
  const writePage = async (): Promise<void> => {
    const html = await vite.transformIndexHtml('/index.html', readFileSync(page, 'utf8'))
    writeFileSync(join(webFolder, 'preamble.js'), preamble.exec(html)?.[1] ?? '')
    const ownScript = '<script type="module" src="/preamble.js"></script>'
    // Vite serves files outside the web app's folder below `/@fs/`, but leaves the page's own links to them as they are.
    const served = html
      .replace(preamble, ownScript)
      .replaceAll('="../node_modules/', `="${base}@fs${root}/node_modules/`)
    writeFileSync(join(webFolder, 'index.html'), served)
  }
  mkdirSync(webFolder, { recursive: true })
  cpSync(join(root, 'web/public'), webFolder, { recursive: true })
  await writePage()
  vite.watcher.on('change', (file) => {
    if (file === page) void writePage()
  })
  await vite.listen()
  return { webFolder, watcher: vite.watcher }
}
