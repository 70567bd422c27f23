import type { Redis } from 'ioredis'

/** Amounts that are added up for a time, such as the bytes that a team uploads in a day. */
export type Tallies = {
  /** Adds to the tally of a key and answers the new total; the time begins with the first amount. */
  add: (key: string, amount: number, milliseconds: number) => Promise<number>
}

export const redisTallies = (redis: Redis): Tallies => ({
  add: async (key, amount, milliseconds) => {
    const name = `tally:${key}`
    const answers = await redis.multi().incrby(name, amount).pexpire(name, milliseconds, 'NX').exec()
    const [error, total] = answers?.[0] ?? [new Error('Redis has not answered')]
    if (error) throw error
    return Number(total)
  },
})
