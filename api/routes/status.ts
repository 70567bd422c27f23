import { resource } from '#api/http/answer.ts'
import { unavailable } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { health, ready } from '#schemas/resources/status.ts'

/** How far the read models are, and which stand still. */
export type Readiness = {
  ready: boolean
  /** Whether the process is about to end. */
  stopping: boolean
  position: string
  stopped: readonly { name: string }[]
}

const reasonOf = ({ position, stopped, stopping }: Readiness): string => {
  if (stopping) return 'The server is stopping.'
  if (stopped.length === 0) return `The read models are catching up, now at ${position}.`
  // Whoever asks is nobody: at which events is told to operators alone.
  return `Read models stand still: ${stopped.map(({ name }) => name).join(', ')}.`
}

/** Liveness and readiness probes. */
export const statusRoutes = (readiness: () => Readiness): Route[] => [
  route(health, () => resource({ status: 'ok' })),

  route(ready, () => {
    const state = readiness()
    if (!state.ready || state.stopping) throw unavailable(reasonOf(state), 5)
    return resource({ status: 'ready', position: state.position })
  }),
]
