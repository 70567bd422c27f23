import { startApp, startAppOver, type TestApp } from './app.ts'
import { type Caller, openCaller } from './caller.ts'
import { memoryPorts } from './in-memory/ports.ts'
import { operatorEmail } from './shared-app.ts'

/** Two replicas over one log. The second one applies what is in it when a request waits for that, and not before. */
export const startTwoReplicas = async () => {
  const first = await startApp({ env: { replicaName: 'first', operatorEmails: [operatorEmail] } })
  const log = first.ports.log.beside()
  const keys = { ...first.ports.keys, close: () => {} }
  let release = (): void => {}
  const second = await startAppOver(
    async (env) => {
      const ports = await memoryPorts(env, undefined, undefined, { ...first.ports, keys, log })
      const reached: typeof ports.projector.reached = (...asked) => {
        const reaching = ports.projector.reached(...asked)
        release()
        return reaching
      }
      return { ...ports, projector: { ...ports.projector, reached } }
    },
    // Its read models stay fresh, so that none but requests wait for them.
    { now: () => 0, env: { replicaName: 'second' } },
  )
  return {
    first,
    second,
    /** Calls back while the second replica is behind, and answers whether somebody has waited for it. */
    whileBehind: async <Outcome>(act: () => Promise<Outcome>): Promise<{ outcome: Outcome; waited: boolean }> => {
      let waited = false
      const goOn = log.holdBack()
      release = () => {
        waited = true
        goOn()
      }
      const outcome = await act().finally(() => {
        release = () => {}
        goOn()
      })
      return { outcome, waited }
    },
    close: async () => {
      await second.close()
      await first.close()
    },
  }
}

/** The same browser at another replica. */
export const sameAt = ({ url }: TestApp, { cookie }: Pick<Caller, 'cookie'>): Caller =>
  openCaller(url, 'http://localhost', cookie())
