import { describe, expect, test } from 'vitest'
import { userStream } from '#api/event-store/streams.ts'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'boss@example.com'

describe('an operator where mails go out (D-94)', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [operatorEmail], mailUrl: 'smtp://mail.example.com' } }))

  test('is one only after a mailed link was used, and with a second factor: anybody could have registered', async () => {
    const boss = await newTeam(app, { email: operatorEmail })
    expect((await boss.refused(listAnnouncements)).status).toBe(404)

    const stream = userStream(boss.userId)
    const last = (await app.ledger.read(stream)).at(-1)
    const data = { userId: boss.userId, passwordHash: 'a hash', by: 'reset' } as const
    const metadata = contextOf(null, boss.userId, { at: new Date().toISOString() })
    const event = { type: 'PasswordChanged', data, id: newCommandId(), metadata } as const
    const position = await app.ledger.append(stream, last?.revision ?? 'no-stream', [event])
    await boss.call(currentUser, {}, { headers: { 'x-min-position': position } })

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
