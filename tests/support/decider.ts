import { expect } from 'vitest'
import type { Decider } from '#api/domain/decider.ts'
import { type Rule, RuleBroken } from '#api/domain/rule.ts'

/** Reads as a sentence: `given(visitAdded).refuses(addVisit, 'id-taken')`. */
export const deciding =
  <State, Command, Event>({ initialState, evolve, decide }: Decider<State, Command, Event>) =>
  (...history: readonly Event[]) => {
    const state = () => history.reduce(evolve, initialState)
    const decides = (command: Command, ...events: Event[]) => expect(decide(state(), command)).toEqual(events)
    return {
      decides,
      ignores: (command: Command) => decides(command),
      refuses: (command: Command, rule: Rule) => expect(() => decide(state(), command)).toThrow(new RuleBroken(rule)),
      is: (expected: State) => expect(state()).toEqual(expected),
    }
  }
