import { describe, expect, test } from 'vitest'
import type { CallOf, Endpoint } from '#schemas/endpoint.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { giveConsent } from '#schemas/resources/oauth-authorization.ts'
import { createOAuthClient } from '#schemas/resources/oauth-clients.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { startApp } from '#tests/support/app.ts'
import { newClientId, newCommandId } from '#tests/support/new-ids.ts'
import { consentRequest, newApp } from '#tests/support/oauth.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

describe('a write under an Idempotency-Key', () => {
  const app = prepared(() => startApp())
  const ann = prepared(() => newTeam(app))

  const newKey = () => ({ headers: { 'idempotency-key': newCommandId() as string } })
  const clientNames = async () => (await ann.ask(listClients)).map(({ name }) => name)
  const newSite = async () => {
    const client = await ann.ask(addClient, { body: { name: 'A client' } })
    return await ann.ask(addSite, { body: { name: 'A site', client_id: client.id } })
  }

  test('answers the first answer again and happens once', async () => {
    const key = newKey()
    const body = { name: 'Once' }

    const first = await ann.call(addClient, { body }, key)
    const again = await ann.call(addClient, { body }, key)

    expect([again.status, again.body]).toEqual([first.status, first.body])
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'))
    expect((await clientNames()).filter((name) => name === 'Once')).toHaveLength(1)
  })

  test('sent ten times concurrently is applied once', async () => {
    const key = newKey()
    const body = { name: 'Ten at once' }

    const answers = await Promise.all(Array.from({ length: 10 }, () => ann.call(addClient, { body }, key)))

    expect(new Set(answers.map(({ body: client }) => client.id)).size).toBe(1)
    expect((await clientNames()).filter((name) => name === 'Ten at once')).toHaveLength(1)
  })

  test('with another body or address is 409', async () => {
    const key = newKey()
    await ann.call(addClient, { body: { name: 'Mine' } }, key)

    expect((await ann.refused(addClient, { body: { name: 'Other' } }, key)).status).toBe(409)
    expect((await ann.refused(addSite, { body: { name: 'Mine', client_id: newClientId() } }, key)).status).toBe(409)
  })

  test.each([
    ['by its form', { name: '' }, 422],
    ['by a rule', { ended_at: '01/01/2026' }, 422],
    ['as nothing of ours', { site_id: newClientId() }, 422],
  ])('that was refused %s may be tried again otherwise', async (_, mistake, status) => {
    const site = await newSite()
    const key = newKey()
    const visit = { name: 'Check', site_id: site.id, started_at: '01/02/2026', ended_at: '02/02/2026' }

    expect((await ann.refused(addVisit, { body: { ...visit, ...mistake } }, key)).status).toBe(status)
    expect((await ann.ask(addVisit, { body: visit }, key)).name).toBe('Check')
  })

  test('that uploads answers the first answer again, and 409 for another file', async () => {
    const site = await newSite()
    const key = newKey()
    const body = { site_id: site.id }
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const file = new File([png], 'plan.png', { type: 'image/png' })
    const first = await ann.call(uploadFile, { body }, { ...key, file })

    const again = await ann.call(uploadFile, { body }, { ...key, file })

    expect(again.body).toEqual(first.body)
    for (const other of [
      new File([Buffer.concat([png, png])], 'plan.png', { type: 'image/png' }),
      new File([png], 'other.png', { type: 'image/png' }),
    ]) {
      expect((await ann.refused(uploadFile, { body }, { ...key, file: other })).status).toBe(409)
    }
  })

  test.each<[string, Endpoint, () => Promise<object> | object]>([
    ['an API token', createApiToken, () => ({ name: 'CI', abilities: ['clients.view'] })],
    ['a personal access token', createPersonalToken, () => ({ name: 'CI', scopes: [] })],
    ['an OAuth client', createOAuthClient, () => ({ name: 'Phone', redirect: 'https://example.com/cb' })],
    ['a share link', createShare, async () => ({ site_id: (await newSite()).id })],
    ['a code', giveConsent, async () => ({ request: await consentRequest(ann, await newApp(ann)) })],
  ])('that makes %s answers the same secret again', async (_, endpoint, form) => {
    const call = { body: await form() } as CallOf<Endpoint>
    const key = newKey()

    const first = await ann.call(endpoint, call, key)

    expect(await ann.ask(endpoint, call, key)).toEqual(first.body)
  })

  test('belongs to its user and team', async () => {
    const bob = await newTeam(app)
    const key = newKey()
    const anns = await ann.ask(addClient, { body: { name: 'Same key' } }, key)

    const bobs = await bob.ask(addClient, { body: { name: 'Same key, other team' } }, key)

    expect(bobs.id).not.toBe(anns.id)
  })

  test('happens once though Redis has forgotten the key', async () => {
    const key = newKey()
    const first = await ann.call(addClient, { body: { name: 'Remembered' } }, key)
    app.ports.stores.forgetKeys()

    const again = await ann.call(addClient, { body: { name: 'Remembered' } }, key)

    expect(again.body.id).toBe(first.body.id)
    expect((await clientNames()).filter((name) => name === 'Remembered')).toHaveLength(1)
  })
})
