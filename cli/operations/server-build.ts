import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Role, roles } from '#cli/operations/roles.ts'
import { fingerprint, viteBuild } from '#cli/operations/vite-build.ts'

const server = { name: 'the server', config: 'api/vite.config.ts' }

/** Builds that are kept: a running product loads further parts of its own build. */
const maxKept = 4

const dropOld = (folder: string): void => {
  const byAge = readdirSync(folder)
    .map((name) => ({ path: join(folder, name), usedAt: statSync(join(folder, name)).mtimeMs }))
    .sort((one, other) => other.usedAt - one.usedAt)
  for (const { path } of byAge.slice(maxKept)) rmSync(path, { recursive: true, force: true })
}

/** The folder in .build/server of a build of the present sources; it is complete or not there. */
export const serverFolder = (root: string): string =>
  join(root, '.build/server', fingerprint(root, ['{api,projections,workers}/**/*']).slice(0, 16))

/**
 * Builds payment sandbox, event store, API and workers into a folder of .build/server that is named after their sources, unless it is
 * there. A complete build gets its name by rename and never changes.
 * @param root the project's folder
 * @returns the file of each program
 * @throws {BuildFailed}
 */
export const buildServer = async (root: string, print: (line: string) => void): Promise<(role: Role) => string> => {
  const built = serverFolder(root)
  const folder = dirname(built)
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
  return (role) => join(built, roles[role].built)
}
