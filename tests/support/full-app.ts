import { connectPorts, type Ports } from '#api/ports.ts'
import { type AppOptions, startAppOver, type TestApp } from './app.ts'
import { startEventStore, type TestEventStore } from './event-store.ts'
import { startRedis, type TestRedis } from './redis.ts'

export type FullApp = TestApp & { ports: Ports; eventStore: TestEventStore; redis: TestRedis }

type Stores = { eventStore: TestEventStore; redis: TestRedis }

/** The API as `npm start` composes it, over these stores, with its threads. */
export const startAppOn = ({ eventStore, redis }: Stores, options: AppOptions = {}) =>
  startAppOver(
    (env, logger) =>
      connectPorts({
        env,
        eventStoreUrl: eventStore.url,
        redisUrl: redis.url,
        report: (line) => logger.error(line),
        failed: (error) => {
          throw error
        },
      }),
    options,
  )

/** The API as `npm start` composes it, with its own event store and Redis in processes and its threads. */
export const startFullApp = async (options: AppOptions & { eventStore?: TestEventStore } = {}): Promise<FullApp> => {
  const [eventStore, redis] = await Promise.all([options.eventStore ?? startEventStore(), startRedis()])
  const app = await startAppOn({ eventStore, redis }, options)
  return {
    ...app,
    eventStore,
    redis,
    close: async () => {
      await app.close()
      await Promise.all([eventStore.stop(), redis.stop()])
    },
  }
}
