// `npm run dev`: the product as `npm start` runs it, with Vite in front. Vite serves the modules of the web app and
// proxies everything else; a change of the server's sources restarts its processes.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { createServer, type FSWatcher } from 'vite'
import type { Env } from '#api/env/env.ts'
import { freePort } from '#cli/operations/redis.ts'
import { type Role, roles } from '#cli/operations/roles.ts'
import { startServices } from '#cli/operations/start-services.ts'
import { print, printReady, supervise } from '#cli/operations/supervise.ts'
import type { ProcessGroup } from '#cli/supervisor/process-group.ts'

const root = join(import.meta.dirname, '../..')

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
const startVite = async (env: Env, apiPort: number): Promise<{ webFolder: string; watcher: FSWatcher }> => {
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

/** A change is seen at the next start, so nothing is built. */
const sourceOf = (role: Role): string => join(root, roles[role].source)

/** The source folders of each process. */
const processesOf: Readonly<Record<string, readonly string[]>> = {
  api: ['API', 'Workers', 'Payment sandbox'],
  projections: ['API', 'Workers'],
  schemas: ['API', 'Workers'],
  workers: ['Workers'],
}

/** Milliseconds of debouncing: an editor writes a file in several steps. */
const together = 200

const restartOnChange = (family: ProcessGroup, watcher: FSWatcher): void => {
  const wanted = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const restart = () => {
    const names = [...wanted]
    wanted.clear()
    print(`The sources have changed; starting again: ${names.join(', ')} ...`)
    family.restart(names)
  }
  watcher.add(Object.keys(processesOf).map((folder) => join(root, folder)))
  watcher.on('change', (file) => {
    const [folder = ''] = relative(root, file).split(sep)
    for (const name of processesOf[folder] ?? []) wanted.add(name)
    if (wanted.size === 0) return
    clearTimeout(timer)
    timer = setTimeout(restart, together)
  })
}

supervise(async (family, env) => {
  const apiPort = await freePort()
  const vite = await startVite(env, apiPort)
  const source = { ...process.env, APP_URL: env.appUrl, PORT: String(apiPort), HOST: '127.0.0.1' }
  await startServices(family, env, source, print, sourceOf, vite.webFolder)
  restartOnChange(family, vite.watcher)
  printReady(env, 'A change of the web app shows at once; one of the server restarts it.')
}, 'wait for restart')
