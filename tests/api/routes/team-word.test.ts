import { describe, expect, test } from 'vitest'
import { currentTeam } from '#schemas/resources/teams.ts'
import { roleLabels } from '#schemas/rights/abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam } from '#tests/support/teams.ts'

describe('with another word for teams (D-18)', () => {
  const app = prepared(() => startApp({ env: { teamWordPlural: 'crews' } }))
  const owner = prepared(() => newTeam(app))

  test.each(['teams', 'crews'])('[PLAT-04] /%s leads to the team and to its settings', async (word) => {
    const team = await owner.ask(currentTeam)

    expect((await owner.request('GET', `/${word}/current`)).body).toEqual(team)
    expect((await owner.request('GET', `/settings/${word}/roles`)).body).toHaveLength(Object.keys(roleLabels).length)
    const renamed = await owner.request('PUT', `/settings/${word}/${team.id}/name`, { json: { name: `Of ${word}` } })
    expect(renamed.body).toMatchObject({ id: team.id, name: `Of ${word}` })
    expect((await app.guest().request('GET', `/${word}/current`)).status).toBe(401)
  })

  test('[PLAT-04] the description of the API says the configured word', async () => {
    const { body } = await app.guest().request('GET', '/api/openapi.json')

    expect(body).toHaveProperty(['paths', '/crews/current'])
    expect(body).not.toHaveProperty(['paths', '/teams/current'])
  })
})
