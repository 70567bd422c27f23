import { expect, test } from 'vitest'
import { forgetOpened, noteOpened, openedBy } from '#web/lib/opened.ts'

const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const ann = { user: id(1), team: id(2) }
const bob = { user: id(3), team: id(2) }

test('the records opened last are kept newest first, each once, eight at most', () => {
  for (const last of [4, 5, 6, 7, 8, 9, 1, 2, 3, 4]) noteOpened(ann, 'sites', id(last))

  expect(openedBy(ann)).toEqual([4, 3, 2, 1, 9, 8, 7, 6].map((last) => `sites.${id(last)}`))
})

test('they are those of one team', () => {
  noteOpened(ann, 'clients', id(4))

  expect(openedBy({ ...ann, team: id(5) })).toEqual([])
  expect(openedBy(ann)).toEqual([`clients.${id(4)}`])
})

test('somebody else on the same browser finds nothing, and nothing is left of them', () => {
  noteOpened(ann, 'clients', id(4))

  expect(openedBy(bob)).toEqual([])
  expect(Object.keys(localStorage)).toEqual([])
})

test('what is kept holds no name, and signing out forgets it, but nothing else', () => {
  localStorage.setItem('siteledger:lists', '{}')
  noteOpened(ann, 'files', id(4))
  expect(Object.values(localStorage).join()).toBe(`{},["files.${id(4)}"]`)

  forgetOpened()

  expect(Object.keys(localStorage)).toEqual(['siteledger:lists'])
})

test.each(['{', '{}', '[1, "teams.x", "sites.<b>"]'])('what is no list of records, as %s, is passed over', (text) => {
  localStorage.setItem(`siteledger:opened:${ann.user}:${ann.team}`, text)

  expect(openedBy(ann)).toEqual([])
})
