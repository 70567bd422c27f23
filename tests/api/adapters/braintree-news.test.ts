import { expect, test } from 'vitest'
import { readBraintreeNews } from '#api/adapters/payment/braintree-news.ts'
import { signedNotification } from '#tests/support/braintree/stand-in.ts'
import { braintreeTeam } from '#tests/support/braintree/team.ts'

type Form = { bt_signature: string; bt_payload: string }

const bytes = (form: Partial<Form>) => new TextEncoder().encode(new URLSearchParams(form).toString())

const world = async () => {
  const team = await braintreeTeam()
  const read = readBraintreeNews(team.gateway)
  return { ...team, read: (form: Partial<Form>) => read(bytes(form), '') }
}

test('[D-86] news names a subscription, and Braintree is asked whose it is', async () => {
  const team = await world()
  await team.orderPlan()
  const [{ form } = { form: { bt_signature: '', bt_payload: '' } }] = team.told

  const [first, again] = [await team.read(form), await team.read(form)]

  const { subscriptionId } = (await team.subscription()) ?? {}
  expect(first).toMatchObject({
    is: 'news',
    news: { provider: 'braintree', type: 'subscription_charged_successfully', objectId: subscriptionId },
  })
  expect(first.is === 'news' && first.news.customerId).toBe(team.billable.id)
  expect(first.is === 'news' && first.news.eventId).toMatch(/^[0-9a-f]{64}$/)
  expect(again).toEqual(first)
})

test('what is not signed, signed wrongly or days old is not believed', async () => {
  const { read, told, orderPlan } = await world()
  await orderPlan()
  const [{ form } = { form: { bt_signature: '', bt_payload: '' } }] = told
  const other = `${Buffer.from('<notification/>').toString('base64')}\n`
  const old = signedNotification('subscription_canceled', '', new Date(Date.now() - 49 * 3_600_000))

  for (const each of [
    { bt_payload: form.bt_payload },
    { ...form, bt_payload: other },
    { ...form, bt_signature: 'x|y' },
    {},
    old,
  ]) {
    expect(await read(each)).toEqual({ is: 'unsigned' })
  }
})

test('a check by hand, and news of a subscription that Braintree does not know, is of no interest', async () => {
  const { read, gateway } = await world()

  expect(await read(signedNotification('check', '', new Date()))).toEqual({ is: 'uninteresting' })
  const sample = await gateway.webhookTesting.sampleNotification('subscription_canceled', 'nobodys')
  expect(await read(sample)).toEqual({ is: 'uninteresting' })
})
