import { describe, expect, test } from 'vitest'
import { health, ready } from '#schemas/resources/status.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

describe('what probes ask', () => {
  const app = prepared(() => startApp())

  test('/health lives', async () => {
    expect(await app.guest().ask(health)).toEqual({ status: 'ok' })
  })

  test('/ready is ready once the read models have caught up, and says how far they are', async () => {
    const before = await app.guest().ask(ready)
    const { headers } = await (await newTeam(app)).request('POST', '/api/client', { json: { name: 'Acme' } })

    const after = await app.guest().ask(ready)

    expect(before.status).toBe('ready')
    expect(BigInt(after.position)).toBeGreaterThanOrEqual(BigInt(headers.get('x-position') ?? ''))
  })
})
