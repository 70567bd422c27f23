import { describe, expect } from 'vitest'
import { emailProofToken } from '#api/adapters/one-time-codes.ts'
import { emailReservation, userStream } from '#api/event-store/streams.ts'
import { exportPersonalData } from '#schemas/resources/personal-data.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn as signInContract } from '#schemas/resources/sessions.ts'
import { currentUser, updateContact } from '#schemas/resources/users.ts'
import { resetTokenFor } from '#tests/support/password-resets.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam, password, registration } from '#tests/support/teams.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { compose } from '#workers/mail/registry.ts'

const env = { trustProxy: 1, mailUrl: 'smtp://mail.example.com', operatorEmails: ['boss@example.com'] }
const { app, test } = sharedApp({ env })

const ask = (person: Member, email: string, more: object = {}) =>
  person.ask(updateContact, { body: { name: 'Ann', email, ...more } })
const show = (person: Member) => person.ask(currentUser)
const follow = (person: Member, email: string) =>
  app.guest().request('POST', '/email/verify', { json: { token: emailProofToken(app.digest, person.userId, email) } })
const signIn = async (email: string) =>
  (await app.guest().request('POST', '/login', { json: { email, password } })).status

/** Whom the changes of a person's contact would be mailed to now. */
const mailedTo = async (person: Member) => {
  const events = await app.ledger.read(userStream(person.userId))
  const tools = { ...textTools, ledger: app.ledger, digest: app.digest }
  const asking = events.filter(({ type }) => ['ContactUpdated', 'EmailChangeRequested'].includes(type))
  const mails = await Promise.all(asking.map((event) => compose('mail', event, tools)))
  return mails.flatMap((mail) => mail?.to ?? [])
}

describe('a new address, where mail goes out (D-115)', () => {
  test('is pending until its link was followed, by whoever reads it; then the former one is mailed', async () => {
    const ann = await newTeam(app)

    const answer = await ask(ann, 'ann.walker@example.com')

    expect(answer).toMatchObject({ name: 'Ann', email: ann.email, pending_email: 'ann.walker@example.com' })
    expect(await show(ann)).toEqual(answer)
    expect([await signIn(ann.email), await signIn('ann.walker@example.com')]).toEqual([200, 422])
    expect(await mailedTo(ann)).toEqual(['ann.walker@example.com'])

    const { status, body } = await follow(ann, 'ann.walker@example.com')

    expect([status, body]).toEqual([200, { redirect: '/dashboard' }])
    expect(await show(ann)).toMatchObject({ email: 'ann.walker@example.com', pending_email: null })
    expect((await app.ledger.read(userStream(ann.userId))).map(({ type }) => type)).toContain('EmailVerified')
    expect([await signIn(ann.email), await signIn('ann.walker@example.com')]).toEqual([422, 200])
    expect(await mailedTo(ann)).toEqual([ann.email])
    expect((await follow(ann, 'ann.walker@example.com')).status).toBe(200)
  })

  test('that somebody has is answered as any other, reserves nothing, and nobody is mailed', async ({ ann, bob }) => {
    const taken = bob.email.toUpperCase()
    const free = 'nobody@example.com'

    const answers = [await ask(ann, taken), await ask(ann, free)]

    expect(answers.map((each) => ({ ...each, pending_email: null }))).toEqual(
      answers.map(() => ({ ...answers[0], pending_email: null })),
    )
    expect(answers.map(({ pending_email }) => pending_email)).toEqual([taken, free])
    expect(await app.ledger.read(emailReservation(app.digest, free))).toEqual([])
    await ask(ann, taken)
    expect(await mailedTo(ann)).toEqual([])
  })

  test('that was taken meanwhile is 410 for whoever follows its link, and stays whose it is', async ({ ann }) => {
    await ask(ann, 'wanted@example.com')
    await app.guest().call(register, { body: registration({ email: 'Wanted@example.com' }) })

    const { status, body } = await follow(ann, 'wanted@example.com')

    expect([status, body]).toEqual([410, { message: 'Another account uses this email address by now.' }])
    expect((await show(ann)).email).toBe(ann.email)
    expect(await signIn('wanted@example.com')).toBe(200)
  })

  test('is what was asked for last; a link to another one, or to one that was dropped, is void', async ({ ann }) => {
    await ask(ann, 'first@example.com')
    expect((await ask(ann, 'second@example.com')).pending_email).toBe('second@example.com')
    expect((await follow(ann, 'first@example.com')).status).toBe(422)
    expect(await mailedTo(ann)).toEqual(['second@example.com'])

    expect((await ask(ann, ann.email, { pending_email: null })).pending_email).toBeNull()

    expect((await follow(ann, 'second@example.com')).status).toBe(422)
    expect(await mailedTo(ann)).toEqual([])
  })

  test('is the same one in other letters at once: it is no other mailbox', async ({ ann }) => {
    expect(await ask(ann, ann.email.toUpperCase())).toMatchObject({
      email: ann.email.toUpperCase(),
      pending_email: null,
    })
  })

  test("that is an operator's is refused, as ever [D-02]", async ({ ann }) => {
    expect(await ann.invalid(updateContact, { body: { name: 'Ann', email: 'Boss@example.com' } })).toEqual({
      email: ['This email address is reserved.'],
    })
  })

  test('can be asked for 3 times an hour; the name can be changed meanwhile (D-116)', async ({ ann }) => {
    for (const n of [1, 2, 3]) await ask(ann, `n${n}@example.com`)

    const { status, body, headers } = await ann.refused(updateContact, {
      body: { name: 'Ann', email: 'n4@example.com' },
    })

    expect([status, headers.get('retry-after'), body.message]).toEqual([
      429,
      '3600',
      'You can ask for another address 3 times an hour and 10 times a day. Please try again later.',
    ])
    expect(await ask(ann, ann.email)).toMatchObject({ name: 'Ann', pending_email: 'n3@example.com' })
  })

  test('is in the copy of one’s own data (D-90)', async ({ ann }) => {
    await ask(ann, 'export@example.com')

    expect((await ann.ask(exportPersonalData)).records).toContainEqual(
      expect.objectContaining({
        type: 'EmailChangeRequested',
        data: expect.objectContaining({ email: 'export@example.com' }),
      }),
    )
  })
})

describe('the link to a new password', () => {
  const next = 'another horse 8 battery'
  const reset = async (person: Member) => {
    const json = { token: await resetTokenFor(app, person), password: next, password_confirmation: next }
    return { use: () => app.guest().request('POST', '/password/reset', { json }) }
  }

  test('dies when another address takes the place of the one that it was mailed to, and not before [D-115]', async () => {
    const ann = await newTeam(app)
    const bob = await newTeam(app)
    const links = [await reset(ann), await reset(bob)]
    await ask(ann, 'ann.moves@example.com')
    await ask(bob, 'bob.waits@example.com')
    await follow(ann, 'ann.moves@example.com')

    expect(await Promise.all(links.map(async ({ use }) => (await use()).status))).toEqual([422, 200])
    expect(await signIn('ann.moves@example.com')).toBe(200)
  })

  test('that is used ends an address that is still pending [D-115]', async ({ ann }) => {
    await ask(ann, 'thief@example.com')

    expect((await (await reset(ann)).use()).status).toBe(200)

    expect((await follow(ann, 'thief@example.com')).status).toBe(422)
    await ann.call(signInContract, { body: { email: ann.email, password: next } })
    expect((await show(ann)).pending_email).toBeNull()
  })
})
