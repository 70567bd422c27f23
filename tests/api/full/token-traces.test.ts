import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { createOAuthClient, listOAuthClients } from '#schemas/resources/oauth-clients.ts'
import { createPersonalToken } from '#schemas/resources/personal-tokens.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'

test('the texts of tokens and the secrets of OAuth clients are not stored on disk, in Redis or in the log', async ({
  onTestFinished,
}) => {
  const app = await startFullApp()
  onTestFinished(app.close)
  const { dataDir, redis, logged } = app
  const member = await newTeam(app)
  const form = { name: 'Phone', redirect: 'https://example.com/cb' }
  const { token } = (await member.call(createApiToken, { body: { name: 'Import', abilities: ['clients.view'] } })).body
  const { accessToken } = (
    await member.call(createPersonalToken, { body: { name: 'Laptop', scopes: ['clients.view'] } })
  ).body
  for (const text of [token, accessToken]) {
    await app.guest().call(listClients, {}, { headers: { authorization: `Bearer ${text}` } })
  }
  await member.call(createOAuthClient, { body: form })
  const [client] = (await member.call(listOAuthClients)).body
  const secret = client?.secret ?? ''
  const texts = [token, token.slice('sl_'.length), accessToken, accessToken.slice('slp_'.length)]

  const found = await tracesOf([...texts, secret, secret.slice('sls_'.length)], {
    folders: [dataDir],
    redisUrl: redis.url,
    logged,
  })

  expect((await readdir(dataDir, { recursive: true })).length).toBeGreaterThan(10)
  expect(secret).toMatch(/^sls_[\w-]{43}$/)
  expect(found).toEqual([])
})
