import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint, viteBuild } from '#cli/operations/vite-build.ts'

/** The files of the programs of the product. */
export type Programs = { paymentSandbox: string; eventStore: string; api: string; workers: string }

const server = { name: 'the server', config: 'api/vite.config.ts' }

/** Builds that are kept: a running product loads further parts of its own build. */
const maxKept = 4

const dropOld = (folder: string): void => {
  const byAge = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), usedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.usedAt - one.usedAt)
  for (const { path } of byAge.slice(maxKept)) rmSync(path, { recursive: true, force: true })
}

/**
 * Builds payment sandbox, event store, API and workers into a folder of .build/server that is named after their sources, unless it is
 * there. A complete build gets its name by rename and never changes.
 * @param root the project's folder
 * @throws {BuildFailed}
 */
export const buildServer = async (root: string, print: (line: string) => void): Promise<Programs> => {
  const folder = join(root, '.build/server')
  const built = join(folder, fingerprint(root, ['{api,projections,workers}/**/*']).slice(0, 16))
  mkdirSync(folder, { recursive: true })
  if (!existsSync(built)) {
    const next = `${built}-next-${process.pid}`
    try {
      await viteBuild(root, server, next, print)
      if (!existsSync(built)) renameSync(next, built)
    } finally {
      rmSync(next, { recursive: true, force: true })
    }
  }
  utimesSync(built, new Date(), new Date())
  dropOld(folder)
  const program = (name: string): string => join(built, `${name}.js`)
  return {
    paymentSandbox: program('payment-sandbox'),
    eventStore: program('event-store'),
    api: program('api'),
    workers: program('workers'),
  }
}
