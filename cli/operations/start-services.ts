import { join } from 'node:path'
import type { Env } from '#api/env/env.ts'
import { forgetIdentity } from '#api/event-store/embedded/stored-log.ts'
import { newRedisEndpoint, redisSpec } from '#cli/operations/redis.ts'
import { environmentOf, type Role, roles, sandboxWebhookSecret } from '#cli/operations/roles.ts'
import {
  type ProcessGroup,
  type ProcessSpec,
  type ReadyMessage,
  readyByMessage,
  type SpecSource,
} from '#cli/supervisor/process-group.ts'

const portOf = (message: ReadyMessage | undefined): number | undefined =>
  message?.type === 'listening' ? message.port : undefined

/**
 * Starts payment sandbox, event store, Redis, API and workers, each when the one before is ready; the sandbox only with
 * BILLING=sandbox, the next two only if no address of another is configured. A restarted process gets the same port, so
 * the others need no new address.
 * @param source the environment of every process; the first three get no secrets but their own, the others the addresses found here
 * @param programOf the file of each program
 * @param webFolder the folder of the web app
 */
export const startServices = async (
  family: ProcessGroup,
  env: Env,
  source: NodeJS.ProcessEnv,
  print: (line: string) => void,
  programOf: (role: Role) => string,
  webFolder: string,
): Promise<void> => {
  const started = async (name: string, spec: SpecSource): Promise<ReadyMessage> => {
    const began = Date.now()
    print(`Starting ${name} ...`)
    const ready = await family.start(spec)
    print(`Started ${name} (${((Date.now() - began) / 1000).toFixed(1)} s).`)
    return ready
  }
  /** A process of ours: a file run by this same Node. */
  const specOf = (role: Role, given: NodeJS.ProcessEnv, ...args: string[]): ProcessSpec => ({
    name: roles[role].title,
    command: process.execPath,
    args: [...roles[role].flags, programOf(role), ...args],
    env: environmentOf(source, env.dataDir, roles[role].secrets, given),
    readiness: readyByMessage,
    graceMs: roles[role].graceMs,
  })

  const paymentSandbox = async (): Promise<NodeJS.ProcessEnv> => {
    const secrets = {
      STRIPE_SECRET_KEY: env.stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: env.stripe.webhookSecret ?? sandboxWebhookSecret(env.dataDir),
    }
    const ready = await started('payment sandbox', (predecessor) =>
      specOf('payment-sandbox', { ...secrets, SANDBOX_PORT: String(portOf(predecessor) ?? env.sandboxPort) }),
    )
    return { ...secrets, STRIPE_API_BASE: `http://127.0.0.1:${portOf(ready)}` }
  }
  const eventStoreUrl = async (): Promise<string> => {
    forgetIdentity(env.dataDir)
    const ready = await started('event store', (predecessor) =>
      specOf('eventstore', { EMBEDDED_EVENTSTORE_PORT: String(portOf(predecessor) ?? env.embeddedEventStorePort) }),
    )
    return ready.type === 'listening' ? (ready.url ?? '') : ''
  }
  const redisUrl = async (): Promise<string> => {
    const endpoint = await newRedisEndpoint(join(env.dataDir, 'redis'))
    await started('Redis', () => redisSpec(endpoint, environmentOf(source, env.dataDir, [])))
    return endpoint.url
  }

  const found = {
    ...(env.billing === 'sandbox' ? await paymentSandbox() : {}),
    EVENTSTORE_URL: env.eventStoreUrl ?? (await eventStoreUrl()),
    REDIS_URL: env.redisUrl ?? (await redisUrl()),
    DRAIN_SECONDS: String(env.drainSeconds),
  }
  await started('API', () => {
    const spec = specOf('api', found, webFolder)
    return { ...spec, graceMs: spec.graceMs + env.drainSeconds * 1000 }
  })
  await started('workers', () => specOf('workers', found))
}
