import { describe, expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { UserId } from '#schemas/ids.ts'
import { resources } from '#schemas/nouns.ts'
import { updateMember } from '#schemas/resources/members.ts'
import { type Ability, actions } from '#schemas/rights/abilities.ts'
import { anything, send } from '#tests/support/any-call.ts'
import { startApp } from '#tests/support/app.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

// Each rule is taken away by itself, and something opens or closes by it alone.

const abilities = resources.flatMap((resource) => actions.map((action): Ability => `${resource}.${action}`))
const opened = (ability: Ability) => declaredEndpoints.filter(([, { access }]) => access === ability)
/** One of them for each other ability, about a record if there is such a one: it is not there, which is quickly told. */
const openedByOthers = (ability: Ability) =>
  abilities
    .filter((each) => each !== ability)
    .flatMap((each) =>
      opened(each)
        .toSorted(([, one], [, other]) => Number(!one.params) - Number(!other.params))
        .slice(0, 1),
    )

/** The flags where `ability` alone is so. */
const flags = (ability: Ability, value: boolean) =>
  Object.fromEntries(
    resources.map((resource) => [
      resource,
      Object.fromEntries(actions.map((action) => [action, `${resource}.${action}` === ability ? value : !value])),
    ]),
  )

describe('an ability', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))
  const bob = prepared(() => newMember(app, ann, 'editor'))

  const giveBob = (map: object) => {
    const params = { teamId: ann.teamId, userId: UserId.parse(bob.userId) }
    return ann.call(updateMember, { params, body: { role: 'editor', abilities: map } } as CallOf<typeof updateMember>)
  }

  /** Asks for what is not there: whoever may is told so, whoever may not is told that. */
  const asked = async (endpoint: Endpoint): Promise<[string, boolean]> => {
    const { status } = await send(bob, endpoint, anything(endpoint), {})
    return [`${endpoint.method} ${endpoint.path}`, status !== 403]
  }
  const allOf = (endpoints: readonly [string, Endpoint][]) => Promise.all(endpoints.map(([, each]) => asked(each)))

  test('opens something, whichever it is', () => {
    expect(abilities.filter((ability) => opened(ability).length === 0)).toEqual([])
  })

  test.each(abilities)(
    '[CORE-02] [CORE-03] [ABIL-27] %s by itself opens what needs it, and nothing else',
    async (ability) => {
      await giveBob(flags(ability, true))

      for (const [call, isOpen] of await allOf(opened(ability))) expect([call, isOpen]).toEqual([call, true])
      for (const [call, isOpen] of await allOf(openedByOthers(ability))) expect([call, isOpen]).toEqual([call, false])
    },
  )

  test.each(abilities)(
    '[CORE-03] [ABIL-27] without %s what needs it is closed, and nothing else (D-27)',
    async (ability) => {
      await giveBob(flags(ability, false))

      for (const [call, isOpen] of await allOf(opened(ability))) expect([call, isOpen]).toEqual([call, false])
      for (const [call, isOpen] of await allOf(openedByOthers(ability))) expect([call, isOpen]).toEqual([call, true])
    },
  )
})
