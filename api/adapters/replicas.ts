import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'
import { type EventVersions, reads } from '#schemas/events/readable.ts'
import type { Replica } from '#schemas/resources/replicas.ts'
import { type Digest, markedTexts } from './marked-texts.ts'
import { hear } from './redis.ts'

/** How a replica describes itself; `events` are the versions of the events that it reads and writes, by type. */
export type Announced = Omit<Replica, 'cannot_read'> & { events: EventVersions }

/** One process among the others. */
export type Member = {
  name: string
  describeSelf: () => Promise<Omit<Announced, 'name'>>
  /** Called when another process, which goes on, has the same name. */
  taken: () => void
  /** The types of the events that its read models stand still at. */
  stoppedAt: () => readonly string[]
  /** Called with a line when it stands still at an event whose type another process reads in a later version. */
  outdated: (line: string) => void
  /** Answers a question of a replica, as JSON. Who answers nothing is not asked, and asks nobody. */
  answer?: (question: string) => Promise<unknown>
}

/** The replicas of an installation, as one of them knows them. */
export type Replicas = {
  /** All that announced themselves within ten seconds, by name. */
  list: () => Promise<Announced[]>
  /** What each API process answers, by name; undefined for those that answer nothing within three seconds. */
  ask: (question: string) => Promise<Map<string, unknown>>
  /** Leaves the others, who are told. */
  leave: () => Promise<void>
}

/** Milliseconds that an announcement lasts, after which it is renewed, and that an answer may take. */
const usualPace = { lasts: 10_000, every: 3_000, longestWait: 3_000 }

const names = 'replicas'
const keyOf = (name: string): string => `replica:${name}`

const unreadLine = (type: string, { name, version }: Announced): string =>
  `This version cannot read an event of the type ${type}, which ${name} can: update it to version ${version}.`

type Stored = Announced & { id: string; beat: number }
type Message = { id: string; from: string } & ({ question: string } | { answer: unknown })

/** Replicas that announce themselves in Redis and ask each other there; what others write there counts as nothing. */
export const redisReplicas = (redis: Redis, digest: Digest, { lasts, every, longestWait } = usualPace) => {
  const marked = markedTexts(digest, 'replica')
  const parsed = <Read>(context: string, text: string | null): Read | undefined => {
    const read = marked.read(context, text)
    return read === null ? undefined : JSON.parse(read)
  }

  let known: readonly Announced[] = []
  const list = async (): Promise<Announced[]> => {
    const all = (await redis.smembers(names)).toSorted()
    const texts = all.length === 0 ? [] : await redis.mget(all.map(keyOf))
    const found = all.map((each, at) => parsed<Announced>(each, texts[at] ?? null)).filter((each) => each !== undefined)
    const gone = all.filter((_, at) => texts[at] === null)
    if (gone.length > 0) await redis.srem(names, ...gone)
    known = found
    return found
  }

  return {
    /** All that announced themselves by the last look, which is seconds ago while Redis answers. */
    known: () => known,
    list,
    /** Joins the others, under a name that it has once nobody else renews it. */
    join: ({ name, describeSelf, taken, stoppedAt, outdated, answer }: Member): Replicas => {
      const id = randomUUID()
      const waiting = new Map<string, (from: string, answer: unknown) => void>()
      let beat = 0
      let other: Stored | undefined

      const announce = async () => {
        beat += 1
        const self = await describeSelf()
        const text = marked.write(name, JSON.stringify({ ...self, name, id, beat }))
        const stored = parsed<Stored>(name, await redis.get(keyOf(name)))
        if (stored?.id === id) await redis.set(keyOf(name), text, 'PX', lasts)
        else if (stored === undefined) await redis.set(keyOf(name), text, 'PX', lasts, 'NX')
        else if (other?.id === stored.id && other.beat !== stored.beat) taken()
        other = stored
        await redis.sadd(names, name)
        const others = await list()
        for (const type of stoppedAt()) {
          const later = others.find(({ events }) => !reads(self.events, type, events[type] ?? 0))
          if (later) outdated(unreadLine(type, later))
        }
      }
      // The next one comes soon.
      const announcing = () => void announce().catch(() => undefined)
      const beating = setInterval(announcing, every)
      announcing()

      const say = (message: Message) => redis.publish(names, marked.write(names, JSON.stringify(message)))
      const onMessage = async (text: string) => {
        const message = parsed<Message>(names, text)
        if (!message || message.from === name) return
        if ('answer' in message) return waiting.get(message.id)?.(message.from, message.answer)
        if (answer) await say({ id: message.id, from: name, answer: await answer(message.question) })
      }
      const stop = answer ? hear(redis, names, (text) => void onMessage(text).catch(() => undefined)) : () => {}

      /** Their answers are added to `found` as they come. */
      const askOthers = async (question: string, found: Map<string, unknown>): Promise<void> => {
        const others = (await list()).filter((each) => each.role === 'api' && each.name !== name)
        for (const each of others) found.set(each.name, undefined)
        if (others.length === 0) return
        const asked = randomUUID()
        const { promise, resolve } = Promise.withResolvers<void>()
        const timer = setTimeout(resolve, longestWait)
        const left = new Set(found.keys())
        waiting.set(asked, (from, answer) => {
          if (left.delete(from)) found.set(from, answer)
          if (left.size === 0) resolve()
        })
        await say({ id: asked, from: name, question })
        await promise
        clearTimeout(timer)
        waiting.delete(asked)
      }

      return {
        list,
        ask: async (question) => {
          const found = new Map<string, unknown>()
          const [own] = await Promise.all([answer?.(question), askOthers(question, found)])
          return found.set(name, own)
        },
        leave: async () => {
          clearInterval(beating)
          stop()
          const stored = parsed<Stored>(name, await redis.get(keyOf(name)))
          if (stored?.id === id) await redis.del(keyOf(name))
        },
      }
    },
  }
}
export type OpenReplicas = Pick<ReturnType<typeof redisReplicas>, 'known' | 'join'>
