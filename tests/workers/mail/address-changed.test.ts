import { describe, expect, test } from 'vitest'
import { userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { addressChanged } from '#workers/mail/addresses.ts'

const userId = newUserId()
const registered = recorded('UserRegistered', { userId, name: 'Ann', email: 'ann@example.com', passwordHash: 'x' })
const changed = (email: string | null, revision: bigint) =>
  recorded('ContactUpdated', { userId, name: 'Ann', email }, { revision }) as Recorded<EventNamed<'ContactUpdated'>>
const mailFor = (event: Recorded<EventNamed<'ContactUpdated'>>, history: RecordedEvent[]) =>
  addressChanged(event, {
    ...textTools,
    digest: () => '',
    ledger: { read: async (stream: string) => (stream === userStream(userId) ? history : []) },
  })

describe('the mail about a changed address', () => {
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
