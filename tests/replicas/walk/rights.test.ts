import { expect, test } from 'vitest'
import { createApiToken, deleteApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { revokeShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { pathOf } from '#tests/support/caller.ts'
import { newShare } from '#tests/support/shares.ts'
import { newTeam } from '#tests/support/teams.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests()

/** Somebody at the first replica, the second one, and how often each outcome is seen. */
const begin = async () => {
  const [first, second] = fleet().apis
  const ann = fleet().at(first, await newTeam(fleet()))
  const seen: Record<string, number> = {}
  /** Notes the status of a call to the second replica by somebody who brings no position. */
  const note = async (what: string, path: string, headers: Record<string, string> = {}) => {
    const { status } = await fleet().guest(second).request('GET', path, { headers })
    const outcome = `${what}: ${status}`
    seen[outcome] = (seen[outcome] ?? 0) + 1
  }
  return { ann, second, seen, note }
}

test('500 tokens that one replica makes are taken by the other, and none of them once it is revoked', async () => {
  const { ann, seen, note } = await begin()
  const newToken = () => ann.ask(createApiToken, { body: { name: 'Import', abilities: ['clients.view'] } })
  const noteToken = (what: string, token: string) =>
    note(what, pathOf(listClients), { authorization: `Bearer ${token}` })

  const made: Awaited<ReturnType<typeof newToken>>[] = []
  while (made.length < 500) {
    const token = await newToken()
    await noteToken('made', token.token)
    made.push(token)
  }
  for (const { id, token } of made) {
    await ann.call(deleteApiToken, { params: { id } })
    await noteToken('revoked', token)
  }

  expect(seen).toEqual({ 'made: 200': 500, 'revoked: 401': 500 })
})

test('100 share links that one replica makes are opened by the other, and none of them once it is revoked', async () => {
  const { ann, seen, note } = await begin()
  const client = await ann.ask(addClient, { body: { name: 'Harbour' } })
  const site = await ann.ask(addSite, { body: { name: 'Quay', client_id: client.id } })

  for (let count = 0; count < 100; count += 1) {
    const { id, path } = await newShare(ann, { site_id: site.id })
    await note('made', path)
    await ann.call(revokeShare, { params: { id } })
    await note('revoked', path)
  }

  expect(seen).toEqual({ 'made: 200': 100, 'revoked: 404': 100 })
})

test('[D-05] 100 writes at one replica are read by their browser at the other, which names no position itself', async () => {
  const { ann, second } = await begin()

  const missed: string[] = []
  for (let count = 0; count < 100; count += 1) {
    const { id } = await ann.ask(addClient, { body: { name: `Client ${count}` } })
    const listed = await fleet().at(second, ann).ask(listClients)
    if (!listed.some((client) => client.id === id)) missed.push(id)
  }

  expect(missed).toEqual([])
})
