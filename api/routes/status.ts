import { resource } from '#api/http/answer.ts'
import { unavailable } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { health, ready } from '#schemas/resources/status.ts'

/** What probes ask; `readiness` tells how far the read models are. */
export const statusRoutes = (readiness: () => { ready: boolean; position: string }): Route[] => [
  route(health, () => resource({ status: 'ok' })),

  route(ready, () => {
    const state = readiness()
    if (!state.ready) throw unavailable(`The read models are catching up, now at ${state.position}.`)
    return resource({ status: 'ready', position: state.position })
  }),
]
