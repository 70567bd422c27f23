/**
 * The decider of an aggregate: its initial state, how an event changes the state, and which events a command causes.
 */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  /** Returns the events, `[]` if there is nothing to do. Throws RuleBroken. */
  decide: (state: State, command: Command) => Event[]
}
