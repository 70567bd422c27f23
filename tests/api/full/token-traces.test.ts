import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'

test('the text of an API token is not stored on disk, in Redis or in the log', async ({ onTestFinished }) => {
  const app = await startFullApp()
  onTestFinished(app.close)
  const { dataDir, redis, logged } = app
  const member = await newTeam(app)
  const { body } = await member.call(createApiToken, { body: { name: 'Import', abilities: ['clients.view'] } })
  await app.guest().call(listClients, {}, { headers: { authorization: `Bearer ${body.token}` } })

  const found = await tracesOf([body.token, body.token.slice(3)], { folders: [dataDir], redisUrl: redis.url, logged })

  expect((await readdir(dataDir, { recursive: true })).length).toBeGreaterThan(10)
  expect(found).toEqual([])
})
