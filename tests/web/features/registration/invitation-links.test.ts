import { expect, test } from 'vitest'
import { hashOfInvitation, invitationInHash } from '#web/features/registration/invitation-links.ts'

test.each([
  [{ invitation: 'aB3dE', 'team-invitation': undefined }, 'invitation=aB3dE'],
  [{ invitation: undefined, 'team-invitation': '0189-00' }, 'team-invitation=0189-00'],
])('[REG-03] [REG-04] [D-24] the query %o becomes the hash %s, which says the same', (links, hash) => {
  expect(hashOfInvitation(links)).toBe(hash)
  expect(invitationInHash(hash)).toEqual(links)
})

test('a page without an invitation needs no hash, and other hashes name none', () => {
  expect(hashOfInvitation({})).toBe('')
  expect(invitationInHash('/security')).toEqual({ invitation: undefined, 'team-invitation': undefined })
})
