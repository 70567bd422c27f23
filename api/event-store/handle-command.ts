import { setTimeout as wait } from 'node:timers/promises'
import type { Decider } from '#api/domain/decider.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import { eventIdOf, isFirstTry } from './command-ids.ts'
import type { Ledger, NewEvent } from './ledger.ts'
import { WrongExpectedRevision } from './port.ts'

/**
 * What came of a command, the same at every try: the events it caused and when, the state, place in the log and
 * revision after them, the resource's own where that was asked for (`Seen.of`). `position` is null where it changed
 * nothing on a stream that never was; `changed` tells whether it was this try that changed something.
 */
export type Outcome<State, Event> = {
  state: State
  events: readonly Event[]
  /** A UTC instant. */
  at: string
  position: string | null
  revision: bigint | null
  changed: boolean
}

/**
 * The revisions that the caller has seen, null where they did not say (`If-Match`, D-73). `of` answers the resource's
 * own revision where it is a part of what the stream holds, null where it is not there; else it is the stream's.
 */
export type Seen<State> = { revisions: readonly string[] | null; of?: (state: State) => bigint | null }

/** Tries after which a command gives way to the others on its stream. */
const mostTries = 20

/** The stream is written to faster than this command can be decided. */
export class StreamContended extends Error {
  constructor(stream: string) {
    super(`${mostTries} tries were overtaken on ${stream}`)
    this.name = 'StreamContended'
  }
}

/** The state after these events, which are all of one stream. */
export const replay = <State, Command, Event extends LedgerEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly RecordedEvent[],
): State =>
  // A stream holds events of its own noun alone; the log's union cannot tell which.
  history.reduce((state, event) => decider.evolve(state, event as unknown as Event), decider.initialState)

/** What came of a command that the stream holds already. */
const firstOutcome = <State, Command, Event extends LedgerEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly RecordedEvent[],
  { commandId }: CommandContext,
  { of }: Seen<State>,
): Outcome<State, Event> | undefined => {
  const end = history.findLastIndex((event) => event.metadata.commandId === commandId)
  const last = history[end]
  if (!last) return undefined
  const state = replay(decider, history.slice(0, end + 1))
  return {
    state,
    events: history.filter((event) => event.metadata.commandId === commandId) as unknown as Event[],
    at: last.metadata.at,
    position: last.position,
    revision: of ? of(state) : last.revision,
    changed: false,
  }
}

/** Throws StaleRevision where the resource has a revision, and it is none that the caller has seen. */
const requireSeen = <State>({ revisions, of }: Seen<State>, state: State, last: bigint | null): void => {
  const revision = of ? of(state) : last
  if (revisions === null || revision === null || revisions.includes(String(revision))) return
  throw new StaleRevision(revision)
}

/** The present state of an aggregate; its initial state where the stream never was. */
export const load = async <State, Command, Event extends LedgerEvent>(
  ledger: Pick<Ledger, 'read'>,
  decider: Decider<State, Command, Event>,
  stream: string,
): Promise<State> => replay(decider, await ledger.read(stream))

const eventsOf = (decided: readonly LedgerEvent[], stream: string, context: CommandContext): NewEvent[] =>
  decided.map((event, index) => ({ ...event, id: eventIdOf(context.commandId, stream, index), metadata: context }))

/**
 * Decides a command on the stream's newest state and appends at exactly that revision.
 * A command that the stream already holds answers its first outcome; on a conflict it is decided again.
 * Throws what the decider throws, StaleRevision where the decider takes the command and the caller has not `seen` the
 * state that it is decided on, and StreamContended.
 */
export const handle = async <State, Command, Event extends LedgerEvent>(
  ledger: Ledger,
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext,
  seen: Seen<State> = { revisions: null },
): Promise<Outcome<State, Event>> => {
  const { at } = context
  for (let attempt = 1; attempt <= mostTries; attempt += 1) {
    const history = await ledger.read(stream)
    const earlier = firstOutcome(decider, history, context, seen)
    if (earlier) return earlier

    const state = replay(decider, history)
    const last = history.at(-1)
    const decided = decider.decide(state, command)
    requireSeen(seen, state, last?.revision ?? null)
    if (decided.length === 0) {
      const revision = seen.of ? seen.of(state) : (last?.revision ?? null)
      return { state, events: [], at, position: last?.position ?? null, revision, changed: false }
    }
    try {
      const position = await ledger.append(stream, last?.revision ?? 'no-stream', eventsOf(decided, stream, context))
      const after = decided.reduce(decider.evolve, state)
      const revision = seen.of ? seen.of(after) : (last?.revision ?? -1n) + BigInt(decided.length)
      return { state: after, events: decided, at, position, revision, changed: true }
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error
      await wait(Math.random() * 5 * attempt)
    }
  }
  throw new StreamContended(stream)
}

/**
 * As `handle`, for a stream that most likely never was: that of something which is just being added. Appends first, and
 * reads only where something is there. A second try is the same append: its ids are known, and it is answered as the first.
 */
export const handleNew = async <State, Command, Event extends LedgerEvent>(
  ledger: Ledger,
  decider: Decider<State, Command, Event>,
  stream: string,
  command: Command,
  context: CommandContext,
): Promise<Outcome<State, Event>> => {
  const events = decider.decide(decider.initialState, command)
  try {
    const position = await ledger.append(stream, 'no-stream', eventsOf(events, stream, context))
    const state = events.reduce(decider.evolve, decider.initialState)
    return { state, events, at: context.at, position, revision: BigInt(events.length) - 1n, changed: true }
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    return handle(ledger, decider, stream, command, context)
  }
}

/**
 * As `handleNew` at a command's first try; at any other as `handle`, which answers what the first has written, and not
 * what this one would have.
 */
export const handleNewAtFirst: typeof handleNew = (ledger, decider, stream, command, context) => {
  const run = isFirstTry(context.commandId) ? handleNew : handle
  return run(ledger, decider, stream, command, context)
}
