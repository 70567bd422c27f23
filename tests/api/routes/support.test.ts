import { describe, expect } from 'vitest'
import { registerInterest } from '#schemas/resources/interest.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp()

const message = { from: 'somebody.else@example.com', subject: 'A question', message: 'How do I move a site?' }

describe('a support message', () => {
  test('[API2F-04] [PLAT-14] [ENT2-26] is recorded with the address of its sender, whatever it says, for the mail that it asks for', async () => {
    const ann = await newTeam(app)

    expect((await ann.call(sendSupportMessage, { body: message })).status).toBe(204)
    const sent = (await eventsOf(app.ledger, 'SupportRequested')).find(({ data }) => data.userId === ann.userId)
    expect(sent?.data).toMatchObject({ ...message, from: ann.email })
  })

  test('needs a subject and a message', async ({ ann }) => {
    expect(await ann.invalid(sendSupportMessage, { body: {} })).toEqual({
      subject: ['The subject field is required.'],
      message: ['The message field is required.'],
    })
  })
})

describe('interest of somebody without an account', () => {
  test('[API2F-05] [REG-06] [ENT2-27] is left by e-mail or phone and leads to the registration', async () => {
    const byEmail = await app.guest().call(registerInterest, { body: { email: 'ann@example.com' } })
    const byPhone = await app.guest().call(registerInterest, { body: { phone: '+44 7700 900123' } })
    await app.guest().call(registerInterest, { body: { phone: '0044 (7700) 900123' } })

    expect([byEmail.body, byPhone.body]).toEqual([{ url: '/register' }, { url: '/register' }])
    const left = (await eventsOf(app.ledger, 'InterestRegistered')).map(({ data: { email, phone } }) => ({
      email,
      phone,
    }))
    expect(left).toEqual([
      { email: 'ann@example.com', phone: null },
      { email: null, phone: '+447700900123' },
    ])
  })

  test('answers the same whether the address is new, was left before, or has an account', async () => {
    const { email } = await newTeam(app)
    const bodies = []
    for (const each of ['new@example.com', 'NEW@example.com', email]) {
      bodies.push(await app.guest().ask(registerInterest, { body: { email: each } }))
    }

    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    const left = (await eventsOf(app.ledger, 'InterestRegistered')).map(({ data }) => data.email?.toLowerCase())
    expect(left.filter((each) => each === 'new@example.com')).toHaveLength(1)
  })

  test.each([
    [{}, 'email', 'The email field is required.'],
    [{ email: 'ann' }, 'email', 'The email must be a valid email address.'],
    [{ phone: 'call me' }, 'phone', 'The phone must be a valid phone number.'],
    [
      { email: 'ann@example.com', phone: '+447700900123' },
      'phone',
      'Please give either an email address or a phone number.',
    ],
  ])('is refused as %j', async (body, field, message) => {
    expect(await app.guest().invalid(registerInterest, { body })).toEqual({ [field]: [message] })
  })
})
