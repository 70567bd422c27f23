import { expect, test } from 'vitest'
import { limitsWords } from '#schemas/limits/limits-override.ts'

test.each([
  [{ sites: 1, teamMembers: null, teams: null }, '1 site'],
  [{ sites: 40, teamMembers: 12, teams: null }, '40 sites and 12 members'],
  [{ sites: 40, teamMembers: 1, teams: 3 }, '40 sites, 1 member and 3 teams of its owner'],
])('the words of %j are %s', (limits, words) => {
  expect(limitsWords(limits)).toBe(words)
})
