import { setTimeout as wait } from 'node:timers/promises'
import type { Decider } from '#api/domain/decider.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { eventIdOf } from './command-ids.ts'
import { StreamContended } from './handle-command.ts'
import type { Ledger, NewEvent } from './ledger.ts'
import { WrongExpectedRevision } from './port.ts'

/** Tries after which the commands give way to other processes on their stream. */
const mostTries = 20

/** Bytes of the commands that are decided together, about; an append may have 1 MiB. */
const mostTogether = 400_000

type Known<State> = { state: State; revision: bigint | null }

type Waiting<Command, Event> = {
  command: Command
  context: CommandContext
  bytes: number
  settle: (outcome: Event[] | RuleBroken) => void
  fail: (error: unknown) => void
}

/** What a process remembers of streams: the least used go first where the sum of their weights is too much. */
const openMemory = <State>(weigh: (state: State) => number, mostWeight: number) => {
  const known = new Map<string, Known<State>>()
  let weight = 0
  const forget = (stream: string): void => {
    const entry = known.get(stream)
    if (!entry) return
    weight -= weigh(entry.state)
    known.delete(stream)
  }
  return {
    recall: (stream: string): Known<State> | undefined => known.get(stream),
    forget,
    remember: (stream: string, entry: Known<State>): void => {
      forget(stream)
      known.set(stream, entry)
      weight += weigh(entry.state)
      for (const oldest of known.keys()) {
        if (weight <= mostWeight || oldest === stream) break
        forget(oldest)
      }
    },
  }
}

/** The first of those who wait, as many as fit into one append. */
const takeTogether = <Command, Event>(queue: Waiting<Command, Event>[]): Waiting<Command, Event>[] => {
  let bytes = 0
  const end = queue.findIndex((each, at) => {
    bytes += each.bytes
    return at > 0 && bytes > mostTogether
  })
  return queue.splice(0, end === -1 ? queue.length : end)
}

/** Whether two orders are of one caller, in their own name or another's. */
const isSameCaller = (one: CommandContext, other: CommandContext): boolean =>
  one.actor === other.actor &&
  one.impersonator === other.impersonator &&
  one.via.kind === other.via.kind &&
  one.via.id === other.via.id

type Settings<State, Event> = {
  /** The weight of a state in memory. */
  weigh: (state: State) => number
  /** What all that is remembered may weigh. */
  mostWeight: number
  /** Two events of one caller, the second right after the first, as one that means the same; undefined for none. */
  join?: (one: Event, next: Event) => Event | undefined
}

/**
 * For long streams that many commands want at once, such as a team's site limit. Commands of this process do not
 * overtake each other: those that wait are decided one after the other, each on what the ones before have made, and
 * appended together, with as few events as `join` leaves. The state before is remembered and taken for the newest: an
 * append at its revision proves that it is. Only then, and before anybody is refused or told that there is nothing to
 * do, what is new in the stream is read. Every try of a command has an id of its own: what was obeyed is told by the
 * state, and events that were joined bear the id of the first command.
 */
export const openBusyStreams = <State, Command, Event extends LedgerEvent>(
  ledger: Pick<Ledger, 'read' | 'append'>,
  { initialState, evolve, decide }: Decider<State, Command, Event>,
  { weigh, mostWeight, join = () => undefined }: Settings<State, Event>,
) => {
  const memory = openMemory(weigh, mostWeight)
  const queues = new Map<string, Waiting<Command, Event>[]>()

  const load = async (stream: string): Promise<Known<State>> => {
    const { state, revision } = memory.recall(stream) ?? { state: initialState, revision: null }
    const news = await ledger.read(stream, revision)
    // A stream holds events of its own noun alone; the log's union cannot tell which.
    const now = news.reduce((before, event) => evolve(before, event as unknown as Event), state)
    return { state: now, revision: news.at(-1)?.revision ?? revision }
  }

  const decideAll = (batch: readonly Waiting<Command, Event>[], before: State) => {
    let state = before
    const outcomes = batch.map(({ command }) => {
      try {
        const events = decide(state, command)
        state = events.reduce(evolve, state)
        return events
      } catch (error) {
        if (error instanceof RuleBroken) return error
        throw error
      }
    })
    return { state, outcomes }
  }

  const joined = (stream: string, batch: readonly Waiting<Command, Event>[], outcomes: (Event[] | RuleBroken)[]) => {
    const written: { event: Event; context: CommandContext; index: number }[] = []
    for (const [at, { context }] of batch.entries()) {
      const outcome = outcomes[at]
      if (!outcome || outcome instanceof RuleBroken) continue
      for (const [index, event] of outcome.entries()) {
        const last = written.at(-1)
        const both = last && isSameCaller(last.context, context) ? join(last.event, event) : undefined
        if (last && both) last.event = both
        else written.push({ event, context, index })
      }
    }
    return written.map(({ event, context, index }): NewEvent => {
      return { ...(event as LedgerEvent), id: eventIdOf(context.commandId, stream, index), metadata: context }
    })
  }

  /** Decides all of them on one state; nobody is told before the append has succeeded. */
  const attempt = async (
    stream: string,
    batch: readonly Waiting<Command, Event>[],
    remembered: Known<State> | undefined,
  ): Promise<void> => {
    const known = remembered ?? (await load(stream))
    const { state, outcomes } = decideAll(batch, known.state)
    const isProven = outcomes.every((outcome) => !(outcome instanceof RuleBroken) && outcome.length > 0)
    if (remembered && !isProven) return attempt(stream, batch, undefined)
    const events = joined(stream, batch, outcomes)
    if (events.length > 0) await ledger.append(stream, known.revision ?? 'no-stream', events)
    const revision = events.length > 0 ? (known.revision ?? -1n) + BigInt(events.length) : known.revision
    memory.remember(stream, { state, revision })
    for (const [at, { settle }] of batch.entries()) settle(outcomes[at] ?? [])
  }

  const run = async (stream: string, batch: readonly Waiting<Command, Event>[]): Promise<void> => {
    let remembered = memory.recall(stream)
    for (let tries = 1; tries <= mostTries; tries += 1) {
      try {
        return await attempt(stream, batch, remembered)
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision)) {
          // What became of the append is not known.
          memory.forget(stream)
          throw error
        }
        // Others give way to nobody who only remembered too little.
        if (!remembered) await wait(Math.random() * 5 * tries)
        remembered = undefined
      }
    }
    throw new StreamContended(stream)
  }

  const work = async (stream: string, queue: Waiting<Command, Event>[]): Promise<void> => {
    while (queue.length > 0) {
      const batch = takeTogether(queue)
      await run(stream, batch).catch((error: unknown) => {
        for (const { fail } of batch) fail(error)
      })
    }
    queues.delete(stream)
  }

  return {
    /** The present state, to look at. */
    look: async (stream: string): Promise<State> => (await load(stream)).state,
    /** Answers the events, none where there was nothing to do. Throws what the decider throws, and StreamContended. */
    handle: (stream: string, command: Command, context: CommandContext): Promise<Event[]> =>
      new Promise((resolve, reject) => {
        const settle = (outcome: Event[] | RuleBroken) =>
          outcome instanceof RuleBroken ? reject(outcome) : resolve(outcome)
        const waiting = { command, context, bytes: JSON.stringify(command).length, settle, fail: reject }
        const queue = queues.get(stream)
        if (queue) return void queue.push(waiting)
        const started = [waiting]
        queues.set(stream, started)
        void work(stream, started)
      }),
  }
}
