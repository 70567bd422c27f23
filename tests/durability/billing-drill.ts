import { join } from 'node:path'
import { findRedisUrl } from '#cli/operations/redis.ts'
import { hearProviderEvent } from '#schemas/jobs/hear-provider-event.ts'
import { runBillingOrder } from '#schemas/jobs/run-billing-order.ts'
import { replaceCard } from '#schemas/resources/billing.ts'
import { orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { retryJobs } from '#schemas/resources/queues.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { newInstallation, startProduct } from '#tests/support/product.ts'
import { type Member, newTeam, password } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'
import { until } from '#tests/support/until.ts'
import { differencesFound, logBooks, type Provider, providerBooks, type Sums } from './books.ts'
import { giveAny, makeCoupons } from './discounts.ts'
import { killOne, victims } from './kill-drill.ts'
import { payerOf } from './payer.ts'
import { anyOf, orderFault, passDays, steer } from './trouble.ts'

export type BillingDrillNumbers = {
  orders: number
  refused: number
  confirmed: number
  failedTries: number
  kills: number
  faults: number
  /** Discounts that operators gave. */
  gifts: number
  charges: number
  /** The payments by the provider's books and by the log's, in minor units. */
  paidMinor: readonly [provider: number, log: number]
  /** The tax in it, and what discounts took off before. */
  taxMinor: readonly [provider: number, log: number]
  discountMinor: readonly [provider: number, log: number]
  /** Payers of whom provider and log tell something else, and what the last comparison that was ordered found. */
  differences: string[]
  /** Signs that somebody paid twice. */
  twice: string[]
  /** Cards, tokens and secrets that were found in DATA_DIR, in Redis or in what the processes logged. */
  leaks: string[]
}

/** British sellers, who collect VAT. */
const taxed = { COLLECT_VAT: 'true', HOME_COUNTRY: 'GB' }
const operatorEmail = 'operator@example.com'
/** Numbers of cards and tokens for them that the drill has sent. */
const sent = ['4242424242424242', '4242 4242 4242 4242', 'pm_card_', 'tok_visa']

/** Signs in anew; answers the position of the log then. */
const again = async (operator: Member): Promise<string> => {
  const { headers } = await operator.call(signIn, { body: { email: operator.email, password } })
  return headers.get('x-position') ?? ''
}

/** Puts failed jobs back in line, as an operator does; otherwise they wait for five minutes. */
const retryFailed = async (operator: Member): Promise<void> => {
  for (const queue of [runBillingOrder.name, hearProviderEvent.name]) {
    await operator.call(retryJobs, { params: { queue }, body: {} })
  }
}

/**
 * Waits until every order that the log holds at this position has an outcome, all news is followed up, and two
 * comparisons were made: the first mends what was lost, and the second is to find nothing.
 */
const settle = async (operator: Member, position: string): Promise<void> => {
  const settledAt = async (minPosition: string): Promise<void> => {
    const { body, headers } = await operator.call(showKioskBilling, {}, { headers: { 'x-min-position': minPosition } })
    // What follows the log may still be catching up after a kill.
    if (headers.get('x-projection') === 'behind') throw new Error('The read models are behind')
    const open = body.open_orders.oldest.filter(({ awaits_payer }) => !awaits_payer).length
    const waiting = open + body.unhandled_events.total + (body.sweep_ordered_at === null ? 0 : 1)
    if (waiting === 0) return
    await retryFailed(operator)
    throw new Error(`${waiting} things of billing wait`)
  }
  const patience = { timeout: 600_000, interval: 1000 }
  await until(() => settledAt(position), patience)
  for (const _ of ['mends', 'finds nothing']) {
    const { headers } = await operator.call(orderBillingSweep)
    await until(() => settledAt(headers.get('x-position') ?? ''), patience)
  }
}

const compare = (provider: Provider['accounts'], log: ReturnType<typeof logBooks>): string[] =>
  [...new Set([...provider.keys(), ...log.keys()])].flatMap((billable) => {
    const there = provider.get(billable)
    const here = log.get(billable)
    const sums = (['paidMinor', 'taxMinor', 'discountMinor'] as const).filter((each) => there?.[each] !== here?.[each])
    const paid = sums.map((each) => `${billable} has ${each} ${there?.[each]}, log ${here?.[each]}`)
    const live = String(there?.live) === String(here?.live) ? [] : [`${billable} has ${there?.live}, log ${here?.live}`]
    // Who has tried and never paid is a customer of whom the log has no payment.
    return there?.paidMinor === 0 && here === undefined ? [] : [...paid, ...live]
  })

const sum = (books: Iterable<Sums>, of: keyof Sums): number => [...books].reduce((total, each) => total + each[of], 0)

/**
 * Starts the product, lets the owners of teams subscribe, change plans and cards and cancel, kills something or has the
 * payment provider fail under each order, and compares the books of provider and log at the end.
 */
export const billingDrill = async (
  orders: number,
  told: (line: string) => void = () => {},
): Promise<BillingDrillNumbers> => {
  const place = await newInstallation()
  const env = { OPERATOR_EMAILS: operatorEmail, TRUST_PROXY: '1', BILLING_SWEEP_SECONDS: '2', ...taxed }
  const startAgain = () => startProduct(place, env)
  let product = await startAgain()
  const logged = [product.ended]
  let kills = 0
  let faults = 0
  let begun = 0
  let gifts = 0
  try {
    const app = { guest: () => product.guest() }
    const operator = await newTeam(app, { email: operatorEmail })
    const confirm = (clientSecret: string) => {
      const confirming = { client_secret: clientSecret, outcome: anyOf(['succeeded', 'failed']) }
      return steer(place, '/sandbox/authenticate', confirming, true)
    }
    const payers = await Promise.all(
      Array.from({ length: Math.min(6, orders) }, async () => payerOf(await newTeam(app), confirm)),
    )

    // A number that somebody mistakes for a token is refused, and written nowhere.
    const mistaken = { body: { stripe_token: '4242 4242 4242 4242' } }
    await operator.refused(replaceCard, mistaken)
    // The trials that teams begin with are over at the provider: who subscribes pays.
    await passDays(place, 11)
    await makeCoupons(place)
    let killing: Promise<void> = Promise.resolve()
    const trouble = async (number: number): Promise<void> => {
      if (number % 10 === 0) {
        await passDays(place, 20)
        told(`${number}. 20 days passed`)
        return
      }
      if (Math.random() < 0.5) {
        faults += 1
        told(`${number}. ${await orderFault(place)}`)
        return
      }
      kills += 1
      const victim = victims[kills % victims.length] ?? 'machine'
      killing = killing.then(async () => {
        const before = product
        product = await killOne(product, victim, startAgain)
        if (product !== before) logged.push(product.ended)
        told(`${number}. ${victim} was killed`)
      })
    }
    await Promise.all(
      payers.map(async ({ order, teamId }) => {
        while (begun < orders) {
          begun += 1
          await trouble(begun)
          await order()
          if (begun % 5 === 0 && (await giveAny(operator, teamId))) gifts += 1
        }
      }),
    )
    await killing
    await steer(place, '/sandbox/faults', { mode: 'none' })
    await settle(operator, await again(operator))
    const provider = await providerBooks(place)
    const redisUrl = findRedisUrl(join(place.dataDir, 'redis')) ?? ''
    const secrets = [...sent, ...provider.secrets]
    // The provider's own file is not the product's.
    const stores = { folders: [place.dataDir], except: /^sandbox\.sqlite/, redisUrl, logged: [] }
    const stored = await tracesOf(secrets, stores)
    await product.stop()
    const lines = (await Promise.all(logged)).flatMap(({ stdout, stderr }) => [stdout, stderr]).join('')
    const log = logBooks(place)
    const accounts = [...provider.accounts.values()]
    return {
      orders,
      kills,
      faults,
      gifts,
      charges: accounts.reduce((total, { charges }) => total + charges, 0),
      refused: payers.reduce((total, { numbers }) => total + numbers.refused, 0),
      confirmed: payers.reduce((total, { numbers }) => total + numbers.confirmed, 0),
      failedTries: payers.reduce((total, { numbers }) => total + numbers.failedTries, 0),
      paidMinor: [sum(accounts, 'paidMinor'), sum(log.values(), 'paidMinor')],
      taxMinor: [sum(accounts, 'taxMinor'), sum(log.values(), 'taxMinor')],
      discountMinor: [sum(accounts, 'discountMinor'), sum(log.values(), 'discountMinor')],
      differences: [...compare(provider.accounts, log), ...differencesFound(place)],
      twice: accounts.flatMap(({ twice }) => twice),
      leaks: [...stored, ...secrets.filter((each) => lines.includes(each)).map((each) => `${each} was logged`)],
    }
  } finally {
    await product.stop()
    await place.remove()
  }
}
