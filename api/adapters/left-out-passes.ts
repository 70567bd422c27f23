import type { Redis } from 'ioredis'
import { LeftOutPass } from '#schemas/resources/queues.ts'

const key = 'passes-left-out'

/** Milliseconds after which a pass that no sweep has noted again runs. */
const notedFor = 60_000

/** The passes of workers that are left out: each sweep notes them, operators see them. */
export const leftOutPasses = (redis: Redis) => ({
  note: async (passes: readonly LeftOutPass[], now: Date): Promise<void> => {
    for (const pass of passes) await redis.hset(key, pass.name, JSON.stringify({ ...pass, noted: now.getTime() }))
  },
  list: async (now: Date): Promise<LeftOutPass[]> =>
    Object.values(await redis.hgetall(key))
      .map((text) => JSON.parse(text))
      .filter(({ noted }) => noted > now.getTime() - notedFor)
      .map((pass) => LeftOutPass.parse(pass)),
})
