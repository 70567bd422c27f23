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
