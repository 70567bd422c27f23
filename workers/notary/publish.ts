import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import type { KeptNotes } from '#api/notary/kept-notes.ts'
import type { Publication } from '#api/notary/notary-keys.ts'
import type { NotaryEvent } from '#schemas/events/operation.ts'
import { base64Of, type Checkpoint, readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { type Clock, today } from '#schemas/time/dates.ts'
import type { Place } from './places.ts'

/** Turns by name, each of which one process has for so many milliseconds. */
type Turns = {
  take: (name: string, milliseconds: number) => Promise<boolean>
  endIn: (name: string, milliseconds: number) => Promise<void>
}

export type PublishingTools = {
  places: () => readonly Place[]
  kept: Pick<KeptNotes, 'last' | 'kept' | 'keep'>
  publications: () => Promise<readonly Publication[]>
  record: (event: NotaryEvent) => Promise<void>
  turns: Turns
  /** Its days are those of which each has one mail. */
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/** Turns beside a Redis. */
export const turnsIn = (redis: Redis): Turns => ({
  take: async (name, milliseconds) =>
    (await redis.set(`siteledger:${name}`, 'turn', 'PX', milliseconds, 'NX')) !== null,
  endIn: async (name, milliseconds) => void (await redis.pexpire(`siteledger:${name}`, milliseconds)),
})

const minute = 60_000
const hour = 60 * minute

/** Milliseconds of a turn: a little less than its time, but of a day, whose turn has a name of its own, more. */
const turnOf: Readonly<Record<Place['every'], number>> = { minute: minute - 1000, hour: hour - 1000, day: 48 * hour }

/** A pass that sends the newest checkpoint to each place that has waited for its time. */
export const openPublishing = (tools: PublishingTools): (() => Promise<void>) => {
  const { places, kept, publications, record, turns, clock, log } = tools
  /** The newest note that went to each place; of a place that gets one a day, the day. */
  const sent = new Map<string, string>()

  /** Sends it what it is to have, and keeps and records that others hold it, once a day. */
  const publish = async (day: string, newest: string, { to, every, send }: Place): Promise<boolean> => {
    const dayOf = ({ at }: Publication) => today(new Date(at), clock.timeZone)
    const ofDay = (await publications()).findLast((each) => each.to === to && dayOf(each) === day)
    // Whoever gets one a day gets that which is recorded, so that packs have it.
    const earlier = every === 'day' && ofDay ? await kept.kept(ofDay.size) : undefined
    const note = earlier ?? newest
    const { size, root } = readCheckpoint(note) as Checkpoint
    if ((await send({ note, size })) === false) return false
    if (ofDay) return true
    await kept.keep(size, note)
    await record({ type: 'CheckpointPublished', data: { size, root: base64Of(root), to } })
    return true
  }

  return async () => {
    const last = await kept.last()
    if (!last || !readCheckpoint(last.note)) return
    const day = today(clock.now(), clock.timeZone)
    for (const place of places()) {
      const { name, to, every } = place
      const turn = every === 'day' ? `published:${name}:${day}` : `published:${name}`
      const due = every === 'day' ? day : last.note
      if (sent.get(name) === due || !(await turns.take(turn, turnOf[every]))) continue
      try {
        if (await publish(day, last.note, place)) sent.set(name, due)
        else await turns.endIn(turn, hour)
      } catch (error) {
        log.warn({ to, error: (error as Error).message }, 'a checkpoint was not published, tried again')
        await turns.endIn(turn, every === 'minute' ? minute : hour)
      }
    }
  }
}
