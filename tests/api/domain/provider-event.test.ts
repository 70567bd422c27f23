import { test } from 'vitest'
import { providerEventDecider } from '#api/domain/message.ts'
import type { ProviderEventEvent } from '#schemas/events/billing-comparison.ts'
import { deciding } from '#tests/support/decider.ts'

const given = deciding(providerEventDecider)
const of = { provider: 'stripe', eventId: 'evt_1' } as const
const news = { ...of, type: 'invoice.paid', objectId: 'in_1', customerId: 'cus_1' }
const received: ProviderEventEvent = { type: 'ProviderEventReceived', data: news }
const handled: ProviderEventEvent = { type: 'ProviderEventHandled', data: { ...of, outcome: 'converged' } }
const handle = { type: 'HandleProviderEvent', handled: handled.data } as const

test('[D-86] news of a provider are received once and handled once', () => {
  given().decides({ type: 'ReceiveProviderEvent', news }, received)
  given(received).ignores({ type: 'ReceiveProviderEvent', news })
  given(received).decides(handle, handled)
  given(received, handled).ignores(handle)
})
