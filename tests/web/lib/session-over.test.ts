import { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { userQuery } from '#web/lib/session.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'
import { whenSessionIsOver } from '#web/lib/session-over.ts'

const api = fakeApi()
const store = getDefaultStore()
beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
  store.set(sessionExpiredAtom, false)
})

const refusal = () => ({ status: 401, body: { message: 'Unauthenticated.' } })
const calls = () => api.sent.map(({ method, path }) => `${method} ${path}`)

/** The behaviour of a page whose user was signed in when it was loaded. */
const openPage = () => {
  const queries = new QueryClient()
  queries.setQueryData(userQuery.queryKey, { name: 'Ann Archer' } as CurrentUser)
  return whenSessionIsOver(queries)
}

test('[ERR2-01] a session that is over is signed out of once, however many calls are refused, and said to be over', async () => {
  const leave = openPage()
  api.on('GET /user/current', refusal)
  api.on('POST /logout', () => ({ status: 204 }))

  await Promise.all([leave(), leave()])
  await leave()

  expect(store.get(sessionExpiredAtom)).toBe(true)
  expect(calls()).toEqual(['GET /user/current', 'GET /user/current', 'POST /logout'])
})

test('who holds another session by now stays signed in, though a call of the one before is refused', async () => {
  const leave = openPage()
  api.on('GET /user/current', () => ({ body: { name: 'Olga Operator' } }))

  await leave()

  expect(store.get(sessionExpiredAtom)).toBe(false)
  expect(calls()).toEqual(['GET /user/current'])
})

test('a guest has no session that could end', async () => {
  await whenSessionIsOver(new QueryClient())()

  expect(store.get(sessionExpiredAtom)).toBe(false)
  expect(calls()).toEqual([])
})
