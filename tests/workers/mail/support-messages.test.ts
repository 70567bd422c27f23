import { describe, expect, test } from 'vitest'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { InterestId, SupportRequestId } from '#schemas/ids.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { interestRegistered, supportRequested } from '#workers/mail/requests.ts'

const letterhead = {
  ...textTools,
  digest: () => '',
  ledger: { read: async () => [] },
}

describe('the mail with a support message (D-88)', () => {
  const asked = (from: string | null) => {
    const said = from === null ? null : 'It rains in.\n\nAnd out.'
    const supportRequestId = SupportRequestId.parse(newCommandId())
    const data = { supportRequestId, userId: newUserId(), from, subject: from && 'The roof', message: said }
    return recorded('SupportRequested', data) as Recorded<EventNamed<'SupportRequested'>>
  }

  test('goes to the operators, and their answer to its sender', () => {
    expect(supportRequested(asked('ann@example.com'), letterhead)).toEqual({
      to: 'support@example.com',
      replyTo: 'ann@example.com',
      subject: 'The roof',
      paragraphs: ['From: ann@example.com', 'It rains in.', 'And out.'],
    })
  })

  test('is not written for an erased person', () => {
    expect(supportRequested(asked(null), letterhead)).toBeNull()
  })
})

describe('the mail about interest (D-25)', () => {
  const left = (email: string | null, phone: string | null) =>
    recorded('InterestRegistered', { interestId: InterestId.parse(newCommandId()), email, phone }) as Recorded<
      EventNamed<'InterestRegistered'>
    >

  test('goes to the operators, never to the entered address', () => {
    const byEmail = left('ann@example.com', null)
    const byPhone = left(null, '+447700900123')

    expect(interestRegistered(byEmail, letterhead)).toMatchObject({
      to: 'support@example.com',
      replyTo: 'ann@example.com',
      paragraphs: ['ann@example.com asked to hear more on the welcome page.'],
    })
    expect(interestRegistered(byPhone, letterhead)).toEqual({
      to: 'support@example.com',
      subject: 'Someone wants to try Siteledger',
      paragraphs: ['+447700900123 asked to hear more on the welcome page.'],
    })
  })

  test('is not written for an erased person', () => {
    expect(interestRegistered(left(null, null), letterhead)).toBeNull()
  })
})
