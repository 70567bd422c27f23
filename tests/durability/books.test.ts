import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { sandboxWorld } from '#tests/support/payment-sandbox.ts'
import { providerBooks } from './books.ts'

/** A payer at the sandbox, and the books of it. */
const world = async () => {
  const sandbox = await sandboxWorld()
  const dataDir = temporaryFolder()
  await writeFile(join(dataDir, 'sandbox-url'), sandbox.sandbox.url)
  await writeFile(join(dataDir, 'sandbox-authorization'), 'Authorization: Bearer sk_test_sandbox')
  const billable = newTeamId()
  const payer = await sandbox.customer('pm_card_visa', { metadata: { billable } })
  const price = await sandbox.price('starter', 1900)
  return {
    subscribe: (order: string, customer = payer.id) =>
      sandbox.stripe.subscriptions.create({ customer, items: [{ price: price.id }], metadata: { order } }),
    secondCustomer: () => sandbox.customer('pm_card_visa', { metadata: { billable } }),
    books: async () => {
      const place = { port: 0, dataDir, remove: async () => {} }
      const { accounts, secrets } = await providerBooks(place)
      return { account: accounts.get(billable), secrets }
    },
  }
}

test('the books of a payer have what was paid, and the secrets of its payments', async () => {
  const { subscribe, books } = await world()
  const { id } = await subscribe('order 1')

  const { account, secrets } = await books()

  expect(account).toEqual({ paidMinor: 1900, taxMinor: 0, discountMinor: 0, charges: 1, live: [id], twice: [] })
  expect(secrets).toEqual([expect.stringMatching(/^pi_\w+_secret_\w+$/)])
})

test('two subscriptions at once are named as paid twice', async () => {
  const { subscribe, books } = await world()
  await subscribe('order 1')
  await subscribe('order 2')

  expect((await books()).account?.twice).toEqual([expect.stringMatching(/ overlaps another$/)])
})

test('an order that began two subscriptions is named as paid twice', async () => {
  const { subscribe, books } = await world()
  await subscribe('order 1')
  await subscribe('order 1')

  expect((await books()).account?.twice).toContain('order order 1 began two')
})

test('a payer who is two customers is named', async () => {
  const { subscribe, secondCustomer, books } = await world()
  await subscribe('order 1')
  await secondCustomer()

  expect((await books()).account?.twice).toEqual([expect.stringMatching(/ is two customers$/)])
})
