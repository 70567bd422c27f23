import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { KeptNotes } from '#api/notary/kept-notes.ts'
import type { Publication } from '#api/notary/notary-keys.ts'
import type { NotaryEvent } from '#schemas/events/operation.ts'
import { base64Of, type Checkpoint, readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import type { Place } from './places.ts'

/** Turns by name, each of which one process has for so many milliseconds. */
type Turns = {
  take: (name: string, milliseconds: number) => Promise<boolean>
  endIn: (name: string, milliseconds: number) => Promise<void>
}

export type PublishingTools = {
  places: () => readonly Place[]
  kept: Pick<KeptNotes, 'last' | 'keep'>
  publications: () => Promise<Publication[]>
  record: (event: NotaryEvent) => Promise<void>
  turns: Turns
  now: () => Date
  log: Pick<Logger, 'warn'>
}

/** Turns beside a Redis. */
export const turnsIn = (redis: Redis): Turns => ({
  take: async (name, milliseconds) =>
    (await redis.set(`siteledger:${name}`, 'turn', 'PX', milliseconds, 'NX')) !== null,
  endIn: async (name, milliseconds) => void (await redis.pexpire(`siteledger:${name}`, milliseconds)),
})

const hour = 60 * 60 * 1000
const day = 24 * hour

/** A pass that sends the newest checkpoint to each place that has waited for its time. */
export const openPublishing = (tools: PublishingTools): (() => Promise<void>) => {
  const { places, kept, publications, record, turns, now, log } = tools
  /** The newest note that went to each place. */
  const sent = new Map<string, string>()

  /** Keeps what others hold now, and records it, once a day and place. */
  const keepAndRecord = async (note: string, { size, root }: Checkpoint, to: string) => {
    const earlier = (await publications()).findLast((each) => each.to === to)
    if (earlier && now().getTime() - Date.parse(earlier.at) < day) return
    await kept.keep(size, note)
    await record({ type: 'CheckpointPublished', data: { size, root: base64Of(root), to } })
  }

  return async () => {
    const last = await kept.last()
    const checkpoint = last && readCheckpoint(last.note)
    if (!last || !checkpoint) return
    for (const { name, to, every, send } of places()) {
      if (sent.get(name) === last.note || !(await turns.take(`published:${name}`, every - 1000))) continue
      try {
        const hasGone = (await send({ note: last.note, size: checkpoint.size })) !== false
        sent.set(name, last.note)
        await (hasGone ? keepAndRecord(last.note, checkpoint, to) : turns.endIn(`published:${name}`, hour))
      } catch (error) {
        log.warn({ to, error: (error as Error).message }, 'a checkpoint was not published, tried again')
        await turns.endIn(`published:${name}`, Math.min(every, hour))
      }
    }
  }
}
