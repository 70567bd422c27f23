/** An aggregate as three pure pieces: what it is at first, what an event makes of it, what a command decides. */
export type Decider<State, Command, Event> = {
  initialState: State
  evolve: (state: State, event: Event) => State
  /** Answers the events, `[]` for nothing to do. Throws RuleBroken. */
  decide: (state: State, command: Command) => Event[]
}
