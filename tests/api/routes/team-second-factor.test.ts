import { describe, expect } from 'vitest'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { sendInvitation } from '#schemas/resources/invitations.ts'
import { removeMember } from '#schemas/resources/members.ts'
import { currentTeam, demandSecondFactor, listTeams, renameTeam } from '#schemas/resources/teams.ts'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { listen } from '#tests/support/live-stream.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const demand = ({ teamId }: Member, second_factor_required = true) => ({
  params: { id: teamId },
  body: { second_factor_required },
})

const first = [403, 'Your team asks for two-factor authentication. Turn it on in your settings first.']

/** An owner with a second factor who asks all members for one, and a member. */
const demanding = async (role: 'admin' | 'editor') => {
  const owner = await newTeam(app)
  const member = await newMember(app, owner, role)
  await turnOnTwoFactor(owner)
  return { owner, member }
}

describe('a team that asks its members for a second factor', () => {
  test('opens to each of them once they have one, and tells them so', async () => {
    const { owner, member: editor } = await demanding('editor')
    const stream = await listen(app, editor)
    await stream.started()

    expect((await owner.ask(demandSecondFactor, demand(owner))).second_factor_required).toBe(true)

    await expect(stream.next()).rejects.toThrow('The stream ended')
    expect((await owner.call(listClients)).status).toBe(200)
    const { status, body } = await editor.refused(listClients)
    expect([status, body.message]).toEqual(first)
    expect((await editor.ask(currentUser)).second_factor_due).toBe(true)
    await turnOnTwoFactor(editor)
    expect((await editor.call(listClients)).status).toBe(200)
    expect((await editor.ask(currentUser)).second_factor_due).toBe(false)
    await editor.call(turnTwoFactorOff)
    expect((await editor.refused(listClients)).status).toBe(403)
    await owner.call(demandSecondFactor, demand(owner, false))
    expect((await editor.call(listClients)).status).toBe(200)
  })

  test('is closed to API tokens and to the management of those who have none; they may leave', async () => {
    const { owner, member: admin } = await demanding('admin')
    const { token } = await admin.ask(createApiToken, { body: { name: 'Backup', abilities: ['clients.view'] } })
    await owner.call(demandSecondFactor, demand(owner))

    const byToken = await app.guest().refused(listClients, {}, { headers: { authorization: `Bearer ${token}` } })
    expect([byToken.status, byToken.body.message]).toEqual(first)
    const params = { id: owner.teamId }
    const refusals = [
      await admin.refused(renameTeam, { params, body: { name: 'Other' } }),
      await admin.refused(sendInvitation, { params, body: { email: 'jo@example.com' } }),
      await admin.refused(demandSecondFactor, demand(owner, false)),
    ]
    expect(refusals.map(({ status, body }) => [status, body.message])).toEqual([first, first, first])
    const seen = await admin.ask(currentTeam)
    expect([seen.second_factor_required, seen.billing_city]).toEqual([true, null])
    const lists = [seen.users, (await admin.ask(listTeams)).find(({ id }) => id === owner.teamId)?.users]
    expect(lists.map((users) => users?.map(({ id }) => id))).toEqual([[admin.userId], [admin.userId]])
    expect((await owner.ask(currentTeam)).users).toHaveLength(2)
    await admin.call(removeMember, { params: { teamId: owner.teamId, userId: admin.userId } })
    expect((await admin.ask(listTeams)).map(({ id }) => id)).not.toContain(owner.teamId)
    expect((await admin.call(listClients)).status).toBe(200)
  })

  test('is asked to by owner and admins alone, who have one themselves', async ({ owner, editor }) => {
    expect((await editor.refused(demandSecondFactor, demand(owner))).status).toBe(403)
    expect((await (await newTeam(app)).refused(demandSecondFactor, demand(owner))).status).toBe(404)
    expect(await owner.invalid(demandSecondFactor, demand(owner))).toEqual({
      second_factor_required: ['Turn two-factor authentication on for yourself first.'],
    })
    expect((await owner.ask(demandSecondFactor, demand(owner, false))).second_factor_required).toBe(false)
  })
})
