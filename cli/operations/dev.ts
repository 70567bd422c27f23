// `npm run dev`: the product as `npm start` runs it, with Vite in front. Vite serves the modules of the web app and
// proxies everything else; a change of the server's sources restarts its processes.
import { join, relative, sep } from 'node:path'
import type { FSWatcher } from 'vite'
import { freePort } from '#cli/operations/redis.ts'
import type { Programs } from '#cli/operations/server-build.ts'
import { startServices } from '#cli/operations/start-services.ts'
import { print, printReady, supervise } from '#cli/operations/supervise.ts'
import { startVite } from '#cli/operations/vite.ts'
import type { ProcessGroup } from '#cli/supervisor/process-group.ts'

const root = join(import.meta.dirname, '../..')

/** A change is seen at the next start, so nothing is built. */
const sources: Programs = {
  paymentSandbox: join(root, 'api/payment-sandbox.ts'),
  eventStore: join(root, 'api/event-store/embedded/main.ts'),
  api: join(root, 'api/main.ts'),
  workers: join(root, 'workers/main.ts'),
}

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
  const vite = await startVite(root, env, apiPort)
  const source = { ...process.env, APP_URL: env.appUrl, PORT: String(apiPort), HOST: '127.0.0.1' }
  await startServices(family, env, source, print, { ...sources, webFolder: vite.webFolder })
  restartOnChange(family, vite.watcher)
  printReady(env, 'A change of the web app shows at once; one of the server restarts it.')
}, 'wait for restart')
