import type { TeamId } from '#schemas/ids.ts'
import { startAppOver } from './app.ts'
import { memoryPorts } from './in-memory/ports.ts'

/**
 * The API, in which `amid(teamId, act)` has something happen once in the midst of the team's next import or undo: where it
 * first waits for the read models, with something written, and begins nothing else until `act` has ended.
 */
export const startAppAmidImport = async () => {
  let waiting: { teamId: TeamId; act: () => Promise<unknown> } | undefined
  const app = await startAppOver(async (env, logger) => {
    const ports = await memoryPorts(env, logger)
    const reached: typeof ports.projector.reached = async (...asked) => {
      const now = waiting
      if (now && (await ports.stores.locks.imports.progress(now.teamId))) {
        waiting = undefined
        await now.act()
      }
      return ports.projector.reached(...asked)
    }
    return { ...ports, projector: { ...ports.projector, reached } }
  })
  const amid = (teamId: TeamId, act: () => Promise<unknown>) => {
    waiting = { teamId, act }
  }
  return { ...app, amid }
}
