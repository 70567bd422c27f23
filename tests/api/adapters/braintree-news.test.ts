import { expect, test } from 'vitest'
import { readBraintreeNews } from '#api/adapters/payment/braintree-news.ts'
import { signedNotification, signedText } from '#tests/support/braintree/stand-in.ts'
import { braintreeTeam } from '#tests/support/braintree/team.ts'
import { randomFrom } from '#tests/support/random.ts'

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

  const first = await team.read(form)
  const again = await team.read(form)

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

test.each([
  '',
  'x',
  '<notification/>',
  '<other><kind>check</kind></other>',
  '<notification><kind>check</kind></notification>',
  '<notification><subject/></notification>',
  '<notification><subject><subscription/></subject></notification>',
])('%s that is signed is not believed, as it tells no time', async (text) => {
  const { read } = await world()

  expect(await read(signedText(text))).toEqual({ is: 'unsigned' })
})

test.each([
  ['subscription_canceled', '<subscription><id/></subscription>'],
  ['subscription_canceled', '<subscription><id><a/><b/></id></subscription>'],
  ['subscription_canceled', '<subscription type="array"/>'],
  ['subscription_canceled', '<apiErrorResponse/>'],
  ['transaction_settled', '<transaction><id>t1</id></transaction>'],
  ['transaction_settled', '<transaction><id>t1</id><customer/></transaction>'],
  ['transaction_settled', '<transaction><customer><id type="integer">7</id></customer></transaction>'],
  ['payment_method_revoked_by_customer', ''],
  ['payment_method_revoked_by_customer', '<paypal-account/>'],
  ['no_such_kind', '<subscription><id>s1</id></subscription>'],
])('%s about %s that is signed is no news, and nothing fails at it', async (kind, subject) => {
  const { read } = await world()

  // The SDK itself refuses a subscription that lacks what all have.
  expect(['uninteresting', 'unsigned']).toContain((await read(signedNotification(kind, subject, new Date()))).is)
})

test('nothing that is signed makes the reader fail, whatever is odd in it', async () => {
  const { read, told, orderPlan } = await world()
  await orderPlan()
  const text = Buffer.from(told[0]?.form.bt_payload ?? '', 'base64').toString()
  const parts = text.match(/<[^>]+>|[^<]+/g) ?? []
  const random = randomFrom(20_261_124)
  const pick = () => Math.floor(random() * parts.length)
  const kinds = new Set<string>()

  for (let round = 0; round < 500; round += 1) {
    const changed = [...parts]
    if (round % 2 === 0) changed[pick()] = ''
    else changed.splice(pick(), 1, parts[pick()] ?? '', parts[pick()] ?? '')
    kinds.add((await read(signedText(changed.join('')))).is)
  }

  expect(kinds).toEqual(new Set(['news', 'uninteresting', 'unsigned']))
})
