import { describe, expect } from 'vitest'
import { currentUser } from '#schemas/resources/users.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newMember } from '#tests/support/teams.ts'

describe('the signed-in user', () => {
  const { app, test } = sharedApp()

  test('[API2A-08] is told who they are and what they may do in their current team', async ({ owner }) => {
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
