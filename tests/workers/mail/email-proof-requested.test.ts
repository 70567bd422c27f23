import { describe, expect, test } from 'vitest'
import { emailProofUser, isEmailProof } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { emailProofRequested } from '#workers/mail/addresses.ts'

const userId = newUserId()
const digest = (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`).toString('hex')
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const moved = recorded('ContactUpdated', { userId, name: 'Ann', email: 'moved@example.com' })
const asked = recorded('EmailProofRequested', { userId }) as Recorded<EventNamed<'EmailProofRequested'>>
const mailAfter = (...events: RecordedEvent[]) =>
  emailProofRequested(asked, {
    ...textTools,
    digest,
    ledger: { read: async (stream: string) => (stream === userStream(userId) ? events : []) },
  })

describe('the mail with a link that verifies an address', () => {
  test('goes to the present address, and its link is valid for that one only', async () => {
    const mail = await mailAfter(registered, moved)

    expect(mail).toMatchObject({ to: 'moved@example.com', subject: 'Verify your email address' })
    const [path, token = ''] = mail?.action?.path.split('#') ?? []
    expect(path).toBe('/verify-email')
    expect(emailProofUser(token)).toBe(userId)
    expect(isEmailProof(digest, userId, 'moved@example.com', token)).toBe(true)
    expect(isEmailProof(digest, userId, 'ann@example.com', token)).toBe(false)
    expect(isEmailProof(digest, newUserId(), 'moved@example.com', token)).toBe(false)
  })

  test('is not written once the address is verified, nor for an erased person', async () => {
    const erased = recorded('PersonErased', { userId, addressedIds: [] })

    expect(await mailAfter(registered, recorded('EmailVerified', { userId }))).toBeNull()
    expect(await mailAfter(registered, erased)).toBeNull()
  })
})
