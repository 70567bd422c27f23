import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newRedisEndpoint, redisSpec } from '#cli/operations/redis.ts'
import { startProcess } from '#cli/supervisor/process-group.ts'

export type TestRedis = { url: string; stop: () => Promise<void> }

/** A Redis of the test's own, as npm start runs it, on a free port with an empty folder. */
export const startRedis = async (): Promise<TestRedis> => {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const endpoint = await newRedisEndpoint(folder)
  const redis = startProcess(redisSpec(endpoint, process.env), () => {})
  await redis.ready
  return {
    url: endpoint.url,
    stop: async () => {
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
