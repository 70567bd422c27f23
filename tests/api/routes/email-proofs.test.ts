import { describe, expect, test } from 'vitest'
import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { requestEmailProof, verifyEmail } from '#schemas/resources/email-proofs.ts'
import { register } from '#schemas/resources/registration.ts'
import { refreshToken, signOut } from '#schemas/resources/sessions.ts'
import { listTeams } from '#schemas/resources/teams.ts'
import { currentUser, updateContact } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { listen } from '#tests/support/live-stream.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const operatorEmail = 'boss@example.com'
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
  test('everything is open at once, and nothing is mailed', async () => {
    const free = await startApp()
    const ann = await newTeam(free)

    expect((await ann.ask(currentUser)).must_verify_email).toBe(false)
    const history = await free.ledger.read(userStream(ann.userId))
    expect(history.map(({ type }) => type)).not.toContain('EmailProofRequested')
    await free.close()
  })
})
