import { describe, expect, test } from 'vitest'
import { userStream } from '#api/event-store/streams.ts'
import { listAnnouncements } from '#schemas/resources/announcements.ts'
import { turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { prepared } from '#tests/support/prepared.ts'
import { recordEvent } from '#tests/support/record-event.ts'
import { turnOnTwoFactor } from '#tests/support/second-factors.ts'
import { newTeam } from '#tests/support/teams.ts'

const operatorEmail = 'boss@example.com'

describe('an operator where mails go out (D-94)', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [operatorEmail], mailUrl: 'smtp://mail.example.com' } }))

  test('is one only after a mailed link was used, and with a second factor: anybody could have registered', async () => {
    const boss = await newTeam(app, { email: operatorEmail })
    expect((await boss.refused(listAnnouncements)).status).toBe(404)

    const data = { userId: boss.userId, passwordHash: 'a hash', by: 'reset' } as const
    const now = contextOf(null, boss.userId, { at: new Date().toISOString() })
    await boss.call(
      currentUser,
      {},
      await recordEvent(app, userStream(boss.userId), { type: 'PasswordChanged', data }, now),
    )

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
