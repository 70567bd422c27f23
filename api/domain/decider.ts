import type { OwnValues } from '#schemas/records/field-kinds.ts'

/**
 * The decider of an aggregate: its initial state, how an event changes the state, and which events a command causes.
 */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  /** Returns the events, `[]` if there is nothing to do. Throws RuleBroken. */
  decide: (state: State, command: Command) => Event[]
}

type Named = { type: string }

/** Changes the state by the function of the event's type, which takes its data. */
export const evolveBy =
  <State, Event extends Named & { data: unknown }>(
    changes: {
      [Type in Event['type']]: (state: State, data: Extract<Event, { type: Type }>['data']) => State
    },
  ) =>
  (state: State, { type, data }: Event): State =>
    (changes as Partial<Record<string, (state: State, data: unknown) => State>>)[type]?.(state, data) ?? state

/** Decides by the function of the command's type. */
export const decideBy =
  <State, Command extends Named, Event>(
    decisions: {
      [Type in Command['type']]: (state: State, command: Command & { type: Type }) => Event[]
    },
  ) =>
  (state: State, command: Command): Event[] =>
    (decisions as unknown as Record<string, (state: State, command: Command) => Event[]>)[command.type]?.(
      state,
      command,
    ) ?? []

/** The events of several commands, each decided on the state that the one before has left. */
export const inTurn = <State, Command, Event>(
  state: State,
  evolve: (state: State, event: Event) => State,
  commands: readonly Command[],
  decide: (state: State, command: Command) => Event[],
): Event[] => {
  const all: Event[] = []
  let now = state
  for (const command of commands) {
    const events = decide(now, command)
    now = events.reduce(evolve, now)
    all.push(...events)
  }
  return all
}

/** Whether two details are the same; objects have their keys in one order. */
const isAlike = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

type Valued = { fields?: OwnValues }

type Noun = { of: (record: object) => object }

/**
 * The details of a record after a change; those that the change leaves out keep their values, and of own fields there
 * are those alone that it changes. Undefined if nothing changes.
 */
export const changedDetails = <Details extends object>(
  noun: Noun,
  present: Details,
  wanted: Partial<Details>,
): Details | undefined => {
  const { fields: held = {}, ...before } = noun.of(present) as Valued
  const { fields: given = {}, ...provided } = noun.of(wanted) as Valued
  const fields = Object.fromEntries(Object.entries(given).filter(([id, value]) => value !== (held[id] ?? null)))
  const isSame = Object.entries(provided).every(([name, value]) => isAlike(before[name as never], value))
  if (isSame && Object.keys(fields).length === 0) return undefined
  return { ...before, ...provided, ...('fields' in present ? { fields } : {}) } as Details
}

/** A record after an event that gives its details anew, but of own fields those alone that it changes. */
export const withDetails = <Own extends { fields: OwnValues }>(
  record: Own,
  { fields, ...details }: Partial<Own>,
): Own => {
  const values = Object.entries({ ...record.fields, ...fields }).filter(([, value]) => value !== null)
  return { ...record, ...details, fields: Object.fromEntries(values) }
}
