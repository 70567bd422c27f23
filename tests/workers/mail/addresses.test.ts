import { describe, expect, test } from 'vitest'
import { emailProofUser, isEmailProof } from '#api/adapters/one-time-codes.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { addressChanged, emailProofRequested } from '#workers/mail/addresses.ts'

const userId = newUserId()
const digest = (purpose: string, text: string) => Buffer.from(`${purpose} ${text}`).toString('hex')
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const moved = recorded('ContactUpdated', { userId, name: 'Ann', email: 'moved@example.com' })
const asked = recorded('EmailProofRequested', { userId }) as Recorded<EventNamed<'EmailProofRequested'>>
const letterhead = (events: RecordedEvent[]) => ({
  ...textTools,
  digest,
  ledger: { read: async (stream: string) => (stream === userStream(userId) ? events : []) },
})
const mailAfter = (...events: RecordedEvent[]) => emailProofRequested(asked, letterhead(events))

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

describe('the mail about a changed address', () => {
  const changed = (email: string | null, revision: bigint) =>
    recorded('ContactUpdated', { userId, name: 'Ann', email }, { revision }) as Recorded<EventNamed<'ContactUpdated'>>
  const mailFor = (event: ReturnType<typeof changed>, history: RecordedEvent[]) =>
    addressChanged(event, letterhead(history))

  test('goes to the former address, even after later changes, and does not name the new one', async () => {
    const first = changed('moved@example.com', 1n)
    const second = changed('again@example.com', 2n)

    const mail = await mailFor(first, [registered, first, second])

    expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Your email address was changed' })
    expect(JSON.stringify(mail)).not.toContain('moved@')
    expect(await mailFor(second, [registered, first, second])).toMatchObject({ to: 'moved@example.com' })
  })

  test('is not written if only the name or the case of the address changed', async () => {
    const same = changed('ann@example.com', 1n)
    const capitals = changed('Ann@Example.com', 1n)

    expect(await mailFor(same, [registered, same])).toBeNull()
    expect(await mailFor(capitals, [registered, capitals])).toBeNull()
  })

  test('is not written for an erased person', async () => {
    const erased = recorded('UserRegistered', { userId, name: null, email: null, passwordHash: null })
    const gone = changed(null, 1n)

    expect(await mailFor(gone, [erased, gone])).toBeNull()
  })
})
