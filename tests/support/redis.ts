import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, redisSpec } from '#api/operations/redis.ts'
import { startProcess } from '#api/operations/supervised-process.ts'

export type TestRedis = { url: string; stop: () => Promise<void> }

/** A Redis of the test's own, as npm start runs it, on a free port with an empty folder. */
export const startRedis = async (): Promise<TestRedis> => {
  const folder = await mkdtemp(join(tmpdir(), 'redis-'))
  const port = await freePort()
  const redis = startProcess(redisSpec(folder, port, process.env), () => {})
  await redis.ready
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: async () => {
      await redis.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
