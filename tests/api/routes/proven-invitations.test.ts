import { describe, expect } from 'vitest'
import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import { verifyEmail } from '#schemas/resources/email-proofs.ts'
import { acceptInvitation, listPendingInvitations, rejectInvitation } from '#schemas/resources/invitations.ts'
import { register } from '#schemas/resources/registration.ts'
import { listTeams } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { codeOf, inviteTo } from '#tests/support/invitations.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { trustProxy: 1, mailUrl: 'smtp://mail.example.com' } })

describe('an invitation where mails go out (D-99)', () => {
  test('[D-99] is not for somebody who has only registered with its address', async ({ owner }) => {
    const stranger = await newTeam(app, { email: 'boss@corp.test' })
    const sent = await inviteTo(owner, 'boss@corp.test', { role: 'admin' })
    const params = { id: sent.id }

    const [seen] = await stranger.ask(listPendingInvitations)
    expect(seen).toMatchObject({ id: sent.id, team_id: null, team_name: null })
    expect(JSON.stringify(seen)).not.toContain(owner.teamId)
    for (const answering of [acceptInvitation, rejectInvitation]) {
      const { status, body } = await stranger.refused(answering, { params })
      expect([status, body.message]).toEqual([403, 'Confirm your address first.'])
    }
    expect((await stranger.refused(acceptInvitation, { params, body: { code: 'x'.repeat(40) } })).status).toBe(403)
    expect(await stranger.ask(listTeams)).toHaveLength(1)
  })

  test('[D-99] is shown and taken once the address is confirmed', async ({ ann, owner }) => {
    const sent = await inviteTo(owner, ann.email)
    await ann.call(verifyEmail, { body: { token: emailProofToken(app.digest, ann.userId, ann.email) } })

    expect(await ann.ask(listPendingInvitations)).toEqual([sent])
    await ann.call(acceptInvitation, { params: { id: sent.id } })
    expect((await ann.ask(listTeams)).map(({ id }) => id)).toContain(owner.teamId)
  })

  test('[D-99] is taken with the code of the mail, which confirms the address', async ({ ann, eve, owner }) => {
    const sent = await inviteTo(owner, ann.email)
    const next = await inviteTo(eve, ann.email)
    const code = await codeOf(app, owner, sent.id)

    expect((await ann.refused(acceptInvitation, { params: { id: next.id }, body: { code } })).status).toBe(403)
    await ann.call(acceptInvitation, { params: { id: sent.id }, body: { code } })

    expect((await ann.ask(listTeams)).map(({ id }) => id)).toContain(owner.teamId)
    expect(await ann.ask(listPendingInvitations)).toEqual([next])
  })

  test('[D-99] confirms the address of who registers with its code', async ({ guest, eve, owner }) => {
    const form = registration({ team: '', team_slug: '' })
    const { id } = await inviteTo(owner, form.email)
    await guest.call(register, { body: { ...form, invitation: await codeOf(app, owner, id) } })

    const next = await inviteTo(eve, form.email)

    expect(await guest.ask(listPendingInvitations)).toEqual([next])
    const history = await app.ledger.read(userStream((await guest.ask(currentUser)).id))
    expect(history.map(({ type }) => type)).toContain('EmailVerified')
  })
})
