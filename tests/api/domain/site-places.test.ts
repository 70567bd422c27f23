import { describe, expect, test } from 'vitest'
import { emptySet, type GrowingSet, holds, sizeOf, withItems, withoutItems } from '#api/domain/growing-set.ts'
import { joinPlaces, sitePlacesDecider } from '#api/domain/site-places.ts'
import type { SiteId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'
import { newSiteId, newTeamId } from '#tests/support/new-ids.ts'

const given = deciding(sitePlacesDecider)

describe('the places for sites of a team', () => {
  const teamId = newTeamId()
  const [one, two, three, four] = [newSiteId(), newSiteId(), newSiteId(), newSiteId()]
  const expiresAt = '2026-03-31T10:01:00.000Z'
  const take = (siteIds: SiteId[], limit: number | null, further = 0) =>
    ({ type: 'TakeSitePlaces', teamId, siteIds, limit, further, expiresAt }) as const
  const taken = (...siteIds: SiteId[]) => ({ type: 'SitePlacesTaken', data: { teamId, siteIds, expiresAt } }) as const
  const release = (...siteIds: SiteId[]) => ({ type: 'ReleaseSitePlaces', teamId, siteIds }) as const
  const released = (...siteIds: SiteId[]) => ({ type: 'SitePlacesReleased', data: { teamId, siteIds } }) as const

  test('[VAL-19, VAL-20] are taken up to the limit', () => {
    given(taken(one))
      .when(take([two], 2))
      .then(taken(two))
    given(taken(one, two))
      .when(take([three], 2))
      .thenBreaks('site-limit')
    given()
      .when(take([one], 0))
      .thenBreaks('site-limit')
    given(taken(one))
      .when(take([two, three], 2))
      .thenBreaks('site-limit')
  })

  test('have no end where there is no limit, and count once there is one', () => {
    given(taken(one, two, three))
      .when(take([four], null))
      .then(taken(four))
    given(taken(one, two, three))
      .when(take([four], 3))
      .thenBreaks('site-limit')
  })

  test('count once each, and say where they were taken already', () => {
    const again = (siteIds: SiteId[], ...those: SiteId[]) =>
      ({ type: 'SitePlacesTaken', data: { teamId, siteIds, again: those, expiresAt } }) as const
    given(taken(one))
      .when(take([one], 1))
      .then(again([], one))
    given(taken(one))
      .when(take([one, two, two], 2))
      .then(again([two], one))
    given(taken(one), again([], one))
      .when(take([two], 2))
      .then(taken(two))
  })

  test('are free again once they are released', () => {
    given(taken(one, two)).when(release(one)).then(released(one))
    given(taken(one, two), released(one))
      .when(take([three], 2))
      .then(taken(three))
    given(taken(one, two), released(one)).when(release(one, three)).thenNothing()
  })

  test('are the same whether they are taken by two events or by those two joined', () => {
    const again = {
      ...taken(three),
      data: { ...taken(three).data, again: [one], expiresAt: '2026-03-31T10:02:00.000Z' },
    }
    const { evolve, initialState } = sitePlacesDecider

    const joined = joinPlaces(again, taken(one, two))

    expect(joined).toEqual({ ...again, data: { ...again.data, siteIds: [three, one, two] } })
    expect([joined ?? taken()].reduce(evolve, initialState)).toEqual(
      [again, taken(one, two)].reduce(evolve, initialState),
    )
    expect(joinPlaces(taken(one), released(one))).toBeUndefined()
    expect(joinPlaces(released(one), taken(one))).toBeUndefined()
  })

  test('are all free or none is taken, where an order needs more than it names at once', () => {
    given(taken(one))
      .when(take([two], 3, 1))
      .then(taken(two))
    given(taken(one))
      .when(take([two], 3, 2))
      .thenBreaks('site-limit')
  })
})

describe('a set that grows', () => {
  test('holds what a plain set would, also when it changes a thousand times, and never changes itself', () => {
    let set: GrowingSet<number> = emptySet
    const plain = new Set<number>()
    const early = withItems(emptySet, [1, 2, 3])
    for (let step = 0; step < 3000; step += 1) {
      const [added, removed] = [(step * 7) % 1999, (step * 13) % 997]
      set = withoutItems(withItems(set, [added]), [removed])
      plain.add(added)
      plain.delete(removed)
    }
    withoutItems(early, [2])

    expect(sizeOf(set)).toBe(plain.size)
    for (let item = 0; item < 2000; item += 1) expect(holds(set, item)).toBe(plain.has(item))
    expect([1, 2, 3].every((item) => holds(early, item))).toBe(true)
  })
})
