import { describe, expect, test } from 'vitest'
import { currentUser } from '#schemas/resources/users.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newMember, newTeam } from '#tests/support/teams.ts'

describe('the signed-in user', () => {
  const app = prepared(() => startApp())

  test('[API2A-08] is told who they are and what they may do in their current team', async () => {
    const owner = await newTeam(app)
    const auditor = await newMember(app, owner, 'auditor')

    expect(await owner.ask(currentUser)).toMatchObject({
      id: owner.userId,
      email: owner.email,
      photo_url: null,
      role_on_current_team: 'owner',
      abilities: abilitiesOfRole('owner'),
    })
    expect(await auditor.ask(currentUser)).toMatchObject({
      id: auditor.userId,
      role_on_current_team: 'auditor',
      abilities: abilitiesOfRole('auditor'),
    })
  })

  test('[API2A-08] is nobody without a session', async () => {
    expect((await app.guest().refused(currentUser)).status).toBe(401)
  })
})
