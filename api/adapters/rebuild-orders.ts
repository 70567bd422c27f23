import type { Redis } from 'ioredis'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Digest, markedTexts } from './marked-texts.ts'

/** What operators want of the numbers of some UTC days, of which `today` is the last. */
export type ReplayOrder = { id: string; action: 'replay'; days: ReplayedDays; dry_run: boolean }
export type ReplayedDays = Record<'from' | 'to' | 'today', CalendarDate> & { events: boolean }

/** What operators want of a read model, on all replicas; each rebuild has an id. */
export type RebuildOrder = { id: string; action: 'rebuild' | 'swap' | 'discard' | 'roll-back' } | ReplayOrder

/** The orders that stand, by names, and which of them a replica has carried out. */
export type RebuildOrders = {
  all: () => Promise<Record<string, RebuildOrder>>
  give: (name: string, order: RebuildOrder) => Promise<void>
  doneBy: (replica: string) => Promise<Record<string, RebuildOrder>>
  noteDone: (replica: string, name: string, order: RebuildOrder) => Promise<void>
}

/** Seconds that an order stands for replicas that come later. */
const standsFor = 24 * 60 * 60

const orders = 'rebuild-orders'
const doneOf = (replica: string): string => `rebuilds-done:${replica}`

/** Orders in Redis. Those that nobody of the installation gave count as none. */
export const redisRebuildOrders = (redis: Redis, digest: Digest): RebuildOrders => {
  const marked = markedTexts(digest, 'rebuild-order')
  const read = async (key: string): Promise<Record<string, RebuildOrder>> => {
    const found = Object.entries(await redis.hgetall(key)).map(
      ([name, text]) => [name, marked.read(name, text)] as const,
    )
    return Object.fromEntries(found.flatMap(([name, text]) => (text === null ? [] : [[name, JSON.parse(text)]])))
  }
  const write = async (key: string, name: string, order: RebuildOrder): Promise<void> => {
    await redis
      .multi()
      .hset(key, name, marked.write(name, JSON.stringify(order)))
      .expire(key, standsFor)
      .exec()
  }
  return {
    all: () => read(orders),
    give: (name, order) => write(orders, name, order),
    doneBy: (replica) => read(doneOf(replica)),
    noteDone: (replica, name, order) => write(doneOf(replica), name, order),
  }
}
