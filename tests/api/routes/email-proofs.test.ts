import { describe, expect, test } from 'vitest'
import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { requestEmailProof, verifyEmail } from '#schemas/resources/email-proofs.ts'
import { acceptInvitation, listPendingInvitations, rejectInvitation } from '#schemas/resources/invitations.ts'
import { register } from '#schemas/resources/registration.ts'
import { refreshToken, signOut } from '#schemas/resources/sessions.ts'
import { listTeams } from '#schemas/resources/teams.ts'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser, updateContact } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { codeOf, inviteTo } from '#tests/support/invitations.ts'
import { listen } from '#tests/support/live-stream.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { operatedApp, operatorEmail, sharedApp } from '#tests/support/shared-app.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const app = prepared(() => startApp({ env: { requireVerifiedEmail: true, operatorEmails: [operatorEmail] } }))

const newUser = async (changes: object = {}) => {
  const caller = app.guest()
  const form = registration(changes)
  await caller.call(register, { body: form })
  const { body } = await caller.call(currentUser)
  return { ...caller, userId: body.id, email: form.email, name: form.name }
}

const follow = (userId: UserId, email: string) => ({ body: { token: emailProofToken(app.digest, userId, email) } })

const mailsAskedFor = async (userId: UserId): Promise<number> =>
  (await app.ledger.read(userStream(userId))).filter(({ type }) => type === 'EmailProofRequested').length

describe('where addresses must be verified (D-94)', () => {
  test('nothing is open but what leads there, until the mailed link is followed', async () => {
    const ann = await newUser()
    expect(await mailsAskedFor(ann.userId)).toBe(1)
    expect((await ann.ask(currentUser)).must_verify_email).toBe(true)
    expect((await ann.call(refreshToken)).status).toBe(200)
    for (const closed of [listClients, listTeams]) {
      const { status, body } = await ann.refused(closed)
      expect([status, body.message]).toEqual([403, 'Please verify your email address first.'])
    }

    expect(await app.guest().ask(verifyEmail, follow(ann.userId, ann.email))).toEqual({ redirect: '/dashboard' })
    expect((await ann.ask(currentUser)).must_verify_email).toBe(false)
    expect((await ann.call(listClients)).status).toBe(200)
    expect((await ann.call(listTeams)).status).toBe(200)
  })

  test('the link is mailed again on request, a few times a minute, and not once it was followed', async () => {
    const ann = await newUser()
    const bob = await newUser()
    await ann.call(verifyEmail, follow(ann.userId, ann.email))
    await ann.call(requestEmailProof)
    expect(await mailsAskedFor(ann.userId)).toBe(1)

    for (const _ of [1, 2, 3]) await bob.call(requestEmailProof)
    expect((await bob.refused(requestEmailProof)).status).toBe(429)
    expect(await mailsAskedFor(bob.userId)).toBe(4)
  })

  test('a link proves nothing about another address or another person', async () => {
    const ann = await newUser()
    const bob = await newUser()

    const links = [follow(ann.userId, bob.email), follow(bob.userId, ann.email), { body: { token: 'made-up' } }]
    for (const link of links) {
      expect(await app.guest().invalid(verifyEmail, link)).toEqual({
        token: ['This link is not valid any more. Please ask for a new one.'],
      })
    }
    expect((await ann.ask(currentUser)).must_verify_email).toBe(true)
  })

  test('another address has to be verified in its turn; until then an open stream sends nothing', async () => {
    const ann = await newUser()
    await ann.call(verifyEmail, follow(ann.userId, ann.email))
    const stream = await listen(app, ann)
    await stream.started()

    const { body } = await ann.call(updateContact, { body: { name: ann.name, email: `new-${ann.email}` } })

    expect(body.must_verify_email).toBe(true)
    await expect(stream.next()).rejects.toThrow('The stream ended')
    expect((await listen(app, ann)).answer.status).toBe(403)
    expect((await ann.refused(listClients)).status).toBe(403)
    expect(await mailsAskedFor(ann.userId)).toBe(2)
    expect((await ann.refused(verifyEmail, follow(ann.userId, ann.email))).status).toBe(422)
    await ann.call(verifyEmail, follow(ann.userId, `new-${ann.email}`))
    expect((await ann.call(listClients)).status).toBe(200)
  })

  test('operators are none before, and anybody can sign out', async () => {
    const boss = await newUser({ email: operatorEmail })
    expect((await boss.refused(listAnnouncements)).status).toBe(404)

    await boss.call(verifyEmail, follow(boss.userId, boss.email))
    expect((await boss.call(listAnnouncements)).status).toBe(200)

    const ann = await newUser()
    expect((await ann.call(signOut)).status).toBe(204)
  })
})

describe('where they need not', () => {
  const { app, test } = sharedApp()

  test('everything is open at once, and nothing is mailed', async ({ ann }) => {
    expect((await ann.ask(currentUser)).must_verify_email).toBe(false)
    const history = await app.ledger.read(userStream(ann.userId))
    expect(history.map(({ type }) => type)).not.toContain('EmailProofRequested')
  })
})

describe('an operator where mails go out (D-94)', () => {
  const { app, boss } = operatedApp({ mailUrl: 'smtp://mail.example.com' })

  test('is one only after a mailed link was used, and with a second factor: anybody could have registered', async () => {
    expect((await boss.refused(listAnnouncements)).status).toBe(404)

    const data = { userId: boss.userId, passwordHash: 'a hash', by: 'reset' } as const
    const now = contextOf(null, boss.userId, { at: new Date().toISOString() })
    const event = { type: 'PasswordChanged', data } as const
    await boss.call(currentUser, {}, await recordEvent(app, userStream(boss.userId), event, now))

    const { status, body } = await boss.refused(listAnnouncements)
    expect([status, body.message]).toEqual([
      403,
      'Operators need two-factor authentication. Turn it on in your settings first.',
    ])
    expect((await boss.ask(currentUser)).operator).toBe(false)
    await turnOnTwoFactor(boss)
    expect((await boss.call(listAnnouncements)).status).toBe(200)
    expect((await boss.ask(currentUser)).operator).toBe(true)
    await boss.call(turnTwoFactorOff)
    expect((await boss.refused(listAnnouncements)).status).toBe(403)
  })
})

describe('an invitation where mails go out (D-99)', () => {
  const { app, test } = sharedApp({ env: { trustProxy: 1, mailUrl: 'smtp://mail.example.com' } })

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
