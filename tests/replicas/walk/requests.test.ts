import { expect, test } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { signOut } from '#schemas/resources/sessions.ts'
import { createShare, revokeShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Caller } from '#tests/support/caller.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newTeam, registration } from '#tests/support/teams.ts'
import { fleetOfTests } from '../fleet-of-tests.ts'

const fleet = fleetOfTests()

const statusesOf = (replies: { status: number }[]): number[] => replies.map(({ status }) => status).sort()

test('a session that ends at one replica is over at the other', async () => {
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  await there.call(currentUser)

  await here.call(signOut)

  expect((await there.refused(currentUser)).status).toBe(401)
})

test('one idempotency key at both replicas at once makes one record, and is refused with another body', async () => {
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  const once = { headers: { 'idempotency-key': newCommandId() } }
  const add = (caller: Caller) => caller.ask(addClient, { body: { name: 'Harbour' } }, once)

  const [one, other] = await Promise.all([add(here), add(there)])

  expect(other.id).toBe(one.id)
  expect((await there.refused(addClient, { body: { name: 'Quay' } }, once)).status).toBe(409)
  expect((await here.ask(listClients)).map(({ name }) => name)).toEqual(['Harbour'])
})

test('one of two registrations of a slug at both replicas at once succeeds', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { team_slug } = registration()
    const claims = fleet().apis.map((api) =>
      fleet()
        .guest(api)
        .request('POST', '/register', { json: registration({ team_slug }) }),
    )

    expect(statusesOf(await Promise.all(claims))).toEqual([201, 422])
  }
})

test('wrong passwords at both replicas count together', async () => {
  const { email } = await newTeam(fleet())
  const tries: number[] = []
  for (let index = 0; index < 8; index += 1) {
    const api = fleet().apis[index % 2]
    const answer = await fleet()
      .guest(api)
      .request('POST', '/login', { json: { email, password: 'wrong password' } })
    tries.push(answer.status)
  }

  expect(tries).toEqual([422, 422, 422, 422, 422, 429, 429, 429])
})

test('a share link of one replica opens at the other, and not once it is revoked', async () => {
  const [here, there] = fleet().atBoth(await newTeam(fleet()))
  const client = await here.ask(addClient, { body: { name: 'Harbour' } })
  const site = await here.ask(addSite, { body: { name: 'Quay', client_id: client.id } })
  const share = await here.ask(createShare, { body: { site_id: site.id } })
  const { pathname } = new URL(share.url)
  const guest = fleet().guest(fleet().apis[1])
  expect((await guest.request('GET', pathname)).status).toBe(200)

  await here.call(revokeShare, { params: { id: share.id } })

  expect((await guest.request('GET', pathname)).status).toBe(404)
  expect((await there.ask(listClients)).length).toBe(1)
})
