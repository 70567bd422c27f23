import { describe, expect, test } from 'vitest'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { providerWorld as world } from '#tests/support/provider-world.ts'

const DAY = 86_400

const count = (events: readonly RecordedEvent[], type: RecordedEvent['type']) =>
  events.filter((event) => event.type === type).length

describe('what no webhook has brought', () => {
  test('is heard by the sweep, and recorded once however often it is heard', async () => {
    const team = await world()
    await team.subscribe()
    await team.advanceTo((await team.now()) + 32 * DAY)

    await team.sweep()
    await team.hear()
    await team.sweep()
    await team.hear()

    const events = await team.everything()
    expect(count(events, 'SubscriptionRenewed')).toBe(1)
    const received = events.flatMap(({ type, data }) => (type === 'ProviderEventReceived' ? [data.type] : []))
    expect(received.filter((type) => type === 'invoice.paid')).toEqual(['invoice.paid'])
    expect(count(events, 'ProviderEventHandled')).toBe(received.length)
  })

  test('is found where a restored log knows nothing of a subscription that is paid for', async () => {
    const team = await world()
    await team.subscribe()
    await team.loseLog()
    expect(await team.subscription()).toBeNull()

    await team.sweep()
    await team.sweep()

    expect(await team.subscription()).toMatchObject({ plan: 'starter', unitMinor: 1900 })
    const events = await team.everything()
    expect([count(events, 'CustomerRegistered'), count(events, 'SubscriptionStarted')]).toEqual([1, 1])
  })

  test('is not ours where the customer is somebody else’s', async () => {
    const team = await world()
    const stranger = await team.customer()
    const price = await team.price('theirs', 500)
    await team.stripe.subscriptions.create({ customer: stranger.id, items: [{ price: price.id }] })

    await team.sweep()
    await team.hear()

    const handled = (await team.everything()).filter(({ type }) => type === 'ProviderEventHandled')
    expect(new Set(handled.map(({ data }) => 'outcome' in data && data.outcome))).toEqual(new Set(['not-ours']))
    expect(await team.subscription()).toBeNull()
  })
})
