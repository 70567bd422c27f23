import { expect, test } from 'vitest'
import * as sites from '#schemas/resources/sites.ts'
import * as users from '#schemas/resources/users.ts'
import { headsOf } from '#web/contracts-without-schemas.ts'

test('the browser gets the head of each contract, and no schema', () => {
  expect(headsOf(users).split('\n')).toEqual([
    'export const currentUser = {"method":"GET","path":"/user/current","access":"signed-in"}',
    'export const updateContact = {"method":"PUT","path":"/settings/contact","access":"signed-in"}',
    'export const uploadPhoto = {"method":"POST","path":"/settings/photo","access":"signed-in","transport":{"upload":{"field":"photo"}}}',
  ])
})

test('that an answer is empty is part of the head', () => {
  expect(headsOf(sites).split('\n')).toContain(
    'export const deleteSite = {"method":"DELETE","path":"/api/site/{id}","access":"sites.delete","response":"empty"}',
  )
})
