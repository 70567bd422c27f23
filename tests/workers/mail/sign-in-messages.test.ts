import { describe, expect, test } from 'vitest'
import { passwordResetOf, passwordResetToken, textCodeOf } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { PasswordResetId } from '#schemas/ids.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { passwordResetRequested, resetCodeNotice, resetCodeReplaced, textCodeRequested } from '#workers/mail/access.ts'

const userId = newUserId()
const digest = (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`).toString('hex')
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const letterhead = (...events: RecordedEvent[]) => ({
  ...textTools,
  digest,
  ledger: { read: async (stream: string) => (stream === userStream(userId) ? events : []) },
})

describe('the mail with a link to set a new password', () => {
  const resetId = PasswordResetId.parse(newCommandId())
  const request = (whose: typeof userId | null) =>
    recorded('PasswordResetRequested', {
      resetId,
      userId: whose,
      passwordVersion: 1,
      expiresAt: '2026-03-01T11:00:00.000Z',
    }) as Recorded<EventNamed<'PasswordResetRequested'>>

  test('goes to the present address, with a link that this installation recognises', async () => {
    const moved = recorded('ContactUpdated', { userId, name: 'Ann', email: 'moved@example.com' })

    const mail = await passwordResetRequested(request(userId), letterhead(registered, moved))

    expect(mail).toMatchObject({ to: 'moved@example.com', subject: 'Set a new password' })
    const token = mail?.action?.path.split('#')[1] ?? ''
    expect(token).toBe(passwordResetToken(digest, resetId))
    expect(passwordResetOf(digest, token)).toBe(resetId)
  })

  test('is not written if no user has the address, or the person is erased', async () => {
    const erased = recorded('PersonErased', { userId, addressedIds: [] })

    expect(await passwordResetRequested(request(null), letterhead())).toBeNull()
    expect(await passwordResetRequested(request(userId), letterhead(registered, erased))).toBeNull()
  })
})

describe('the text message with a code', () => {
  const codeId = newCommandId()
  const asked = (phone: string | null) =>
    recorded('TextCodeRequested', {
      userId,
      codeId,
      phone,
      expiresAt: '2026-03-01T10:10:00.000Z',
    }) as Recorded<EventNamed<'TextCodeRequested'>>

  test('holds the valid code', () => {
    const text = textCodeRequested(asked('+447700900123'), letterhead())

    expect(text?.to).toBe('+447700900123')
    expect(text?.body).toContain(textCodeOf(digest, codeId))
  })

  test('is not written for an erased person', () => {
    expect(textCodeRequested(asked(null), letterhead())).toBeNull()
  })
})

describe('the messages about a new reset code (D-09)', () => {
  const replaced = recorded('ResetCodeReplaced', { userId, resetCodeHash: 'hash-of-it' }) as Recorded<
    EventNamed<'ResetCodeReplaced'>
  >

  test('the mail names its cause, its meaning and the support address, and holds no code', async () => {
    const mail = await resetCodeReplaced(replaced, letterhead(registered))

    expect(mail).toEqual({
      to: 'ann@example.com',
      subject: 'Your two-factor reset code was replaced',
      paragraphs: [
        'Our support has made a new reset code for the two-factor authentication of your account. The one before does not work any more.',
        'If you did not ask for it, write to support@example.com at once.',
      ],
    })
  })

  test('the notification leads to the security settings', () => {
    expect(resetCodeNotice(replaced)).toEqual({
      userId,
      icon: 'key',
      body: 'Your two-factor reset code was replaced by our support. The one before does not work any more.',
      action: { text: 'Your security settings', url: '/settings#/security' },
      creatorId: null,
    })
  })

  test('no mail is written for an erased person', async () => {
    const erased = recorded('PersonErased', { userId, addressedIds: [] })

    expect(await resetCodeReplaced(replaced, letterhead(registered, erased))).toBeNull()
  })
})
