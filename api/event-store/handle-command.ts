import { setTimeout as wait } from 'node:timers/promises'
import type { Decider } from '#api/domain/decider.ts'
import { StaleRevision } from '#api/domain/rule.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { LedgerEvent, RecordedEvent } from '#schemas/events/registry.ts'
import { eventIdOf, isFirstTry } from './command-ids.ts'
import type { Ledger, NewEvent } from './ledger.ts'
import { WrongExpectedRevision } from './port.ts'

/**
 * The outcome of a command, the same at every try: the events that it caused and when, and the state, position and
 * revision after them. The revision is the resource's own if `Seen.of` is given. `position` is null if the command
 * changed nothing on a stream that does not exist; `changed` says whether this try changed something.
 */
type Outcome<State, Event> = {
  state: State
  events: readonly Event[]
  /** A UTC instant. */
  at: string
  position: string | null
  revision: bigint | null
  changed: boolean
}

/**
 * The revisions that the caller has seen, null if not stated (`If-Match`, D-73). `of` returns the resource's own
 * revision if the resource is only a part of the stream, null if it does not exist; without `of`, the stream's revision
 * counts.
 */
export type Seen<State> = { revisions: readonly string[] | null; of?: (state: State) => bigint | null }

/** Tries after which a command gives up because of other writers on its stream. */
const maxTries = 20

/** Others write to the stream faster than this command can be decided. */
export class StreamContended extends Error {
  constructor(stream: string) {
    super(`${maxTries} tries were overtaken on ${stream}`)
    this.name = 'StreamContended'
  }
}

/** The state after these events of one stream. */
export const replay = <State, Command, Event extends LedgerEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly RecordedEvent[],
): State => {
  let state = decider.initialState
  // A stream holds the events of one aggregate only; the union type of the log cannot express that.
  for (const event of history) state = decider.evolve(state, event as unknown as Event)
  return state
}

/** The first outcome of a command whose events the stream already holds. */
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

/** Throws StaleRevision if the resource has a revision that the caller has not seen. */
const requireSeen = <State>({ revisions, of }: Seen<State>, state: State, last: bigint | null): void => {
  const revision = of ? of(state) : last
  if (revisions === null || revision === null || revisions.includes(String(revision))) return
  throw new StaleRevision(revision)
}

/** The current state of an aggregate; its initial state if the stream does not exist. */
export const load = async <State, Command, Event extends LedgerEvent>(
  ledger: Pick<Ledger, 'read'>,
  decider: Decider<State, Command, Event>,
  stream: string,
): Promise<State> => replay(decider, await ledger.read(stream))

const eventsOf = (decided: readonly LedgerEvent[], stream: string, context: CommandContext): NewEvent[] =>
  decided.map((event, index) => ({ ...event, id: eventIdOf(context.commandId, stream, index), metadata: context }))

/**
 * Decides a command on the stream's newest state and appends at exactly that revision (optimistic concurrency). A
 * command that the stream already holds returns its first outcome; on a conflict it is decided again. Throws what the
 * decider throws; StaleRevision if the decider accepts the command but the caller has not `seen` the state that it was
 * decided on; and StreamContended.
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
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
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
 * As `handle`, for a stream that most likely does not exist, such as that of a new record. It appends first, and reads
 * only if the stream exists. A second try repeats the same append: its event ids are the same, so it returns the first
 * outcome.
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
 * As `handle`, for a stream that most likely is still at a revision where the command decides `events`. It appends
 * them first, and reads and decides only if the stream has moved on.
 */
export const handleAt = async <State, Command, Event extends LedgerEvent>(
  ledger: Ledger,
  decider: Decider<State, Command, Event>,
  stream: string,
  { revision, events }: { revision: bigint; events: readonly Event[] },
  command: Command,
  context: CommandContext,
): Promise<void> => {
  try {
    await ledger.append(stream, revision, eventsOf(events, stream, context))
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error
    await handle(ledger, decider, stream, command, context)
  }
}

/**
 * As `handleNew` at a command's first try. Any other try uses `handle`, which returns what the first try has written
 * and not what this one would have.
 */
export const handleNewAtFirst: typeof handleNew = (ledger, decider, stream, command, context) => {
  const run = isFirstTry(context.commandId) ? handleNew : handle
  return run(ledger, decider, stream, command, context)
}
