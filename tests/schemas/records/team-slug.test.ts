import { describe, expect, test } from 'vitest'
import { slugOf, slugPattern } from '#schemas/records/team-slug.ts'

describe('the slug of a team name', () => {
  test.each([
    ['Acme', 'acme'],
    ['North  West\tFacilities', 'north-west-facilities'],
    ['Smith & Sons -- Ltd', 'smith-sons-ltd'],
    ['snake_case 7', 'snake_case-7'],
    // The rule, literally: what stands at the ends becomes a hyphen too (D-49).
    ['Acme Ltd.', 'acme-ltd-'],
    ['"Acme"', '-acme-'],
  ])('[STATE2-19] of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
  })

  test.each(['Acme Ltd.', 'Café Zürich', '東京', '!!!'])('of %j is one that the server accepts', (name) => {
    expect(slugOf(name)).toMatch(slugPattern)
  })
})

test.each(['acme', 'Acme-2', 'a_b', '東京', 'É'])('%j may be a slug', (slug) => {
  expect(slugPattern.test(slug)).toBe(true)
})

test.each(['', 'a b', 'a/b', 'a.b', '<b>', 'a\n', 'acme\u0000'])('%j may not be a slug', (slug) => {
  expect(slugPattern.test(slug)).toBe(false)
})
