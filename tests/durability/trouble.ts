import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import type { Installation } from '#tests/support/product.ts'
import { until } from '#tests/support/until.ts'

/** Where the payment sandbox of an installation listens now: another address, with another key, after each start. */
const sandboxUrl = ({ dataDir }: Installation): string => readFileSync(join(dataDir, 'sandbox-url'), 'utf8').trim()

const sandboxKey = ({ dataDir }: Installation): string =>
  readFileSync(join(dataDir, 'sandbox-authorization'), 'utf8').trim().replace('Authorization: Bearer ', '')

export const sandboxStripe = (place: Installation) =>
  openStripe({ apiBase: sandboxUrl(place), secretKey: sandboxKey(place) })

/** The faults between the product and its payment provider: a path of the provider, and how it fails. */
const faults = [
  ['/v1/subscriptions', 'drop_after'],
  ['/v1/subscriptions', 'drop_before'],
  ['/v1/subscriptions', 'status:500'],
  ['/v1/subscriptions', 'status:429'],
  ['/v1/subscriptions', 'delay_ms:2000'],
  ['/v1/customers', 'drop_after'],
  ['/v1/payment_methods', 'drop_after'],
  ['/v1/payment_methods', 'status:503'],
  ['/v1/invoices', 'status:500'],
  ['/webhook', 'mute'],
  ['/webhook', 'twice'],
] as const

export const anyOf = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]): Item =>
  items[Math.floor(Math.random() * items.length)] as Item

/**
 * Steers the payment sandbox by one of its own calls, again until it takes it, or `mayRefuse` it: what a payer is to
 * confirm may have lapsed by the time that they do.
 */
export const steer = (
  place: Installation,
  path: string,
  body: Record<string, string>,
  mayRefuse = false,
): Promise<void> =>
  until(async () => {
    const answer = await fetch(`${sandboxUrl(place)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandboxKey(place)}` },
      body: new URLSearchParams(body),
    })
    const isTaken = answer.ok || (mayRefuse && answer.status === 400)
    if (!isTaken) throw new Error(`${path} was answered ${answer.status}`)
  })

/** Sets the provider's clock forward, and waits until everything due has happened there. */
export const passDays = (place: Installation, days: number): Promise<void> =>
  until(async () => {
    const { testClocks } = sandboxStripe(place).testHelpers
    const { frozen_time: now } = await testClocks.retrieve('clock_sandbox')
    await testClocks.advance('clock_sandbox', { frozen_time: now + days * 86_400 })
    while ((await testClocks.retrieve('clock_sandbox')).status !== 'ready') await wait(100)
  })

/** Has the next call of some path fail; answers its name. */
export const orderFault = async (place: Installation): Promise<string> => {
  const [path, mode] = anyOf(faults)
  await steer(place, '/sandbox/faults', { path, mode, times: '1' })
  return `${mode} at ${path}`
}
