import { expect } from 'vitest'
import type { Decider } from '#api/domain/decider.ts'
import { type Rule, RuleBroken } from '#api/domain/rule.ts'

/** Reads as a sentence: `given(visitAdded).when(addVisit).thenBreaks('id-taken')`. */
export const deciding =
  <State, Command, Event>({ initialState, evolve, decide }: Decider<State, Command, Event>) =>
  (...history: readonly Event[]) => ({
    when: (command: Command) => {
      const decided = () => decide(history.reduce(evolve, initialState), command)
      return {
        // biome-ignore lint/suspicious/noThenProperty: a test reads given, when, then; nobody awaits this
        then: (...events: Event[]) => expect(decided()).toEqual(events),
        thenNothing: () => expect(decided()).toEqual([]),
        thenBreaks: (rule: Rule) => expect(decided).toThrow(new RuleBroken(rule)),
      }
    },
    thenState: (state: State) => expect(history.reduce(evolve, initialState)).toEqual(state),
  })
