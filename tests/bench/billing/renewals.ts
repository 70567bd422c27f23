import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { changeTeamSubscription } from '#schemas/resources/billing.ts'
import { newInstallation, parts, startProduct } from '#tests/support/product.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'
import { familySeconds } from '../process-cost.ts'
import { bareRenewals, eachOf, passDays } from './bare.ts'

// node tests/bench/billing/renewals.ts 1000: so many teams renew in one step of the provider's clock, webhooks included.
const count = Number(process.argv[2] ?? 1000)
const print = (line: string): boolean => process.stdout.write(`${line}\n`)
const perSecond = (seconds: number): string => `${seconds.toFixed(1)} s, ${Math.round(count / seconds)}/s`

const place = await newInstallation()
// Each team has an owner of its own, who registers from an address of their own.
const secretKey = 'sk_test_bench'
const product = await startProduct(place, { TRUST_PROXY: '1', LOG_LEVEL: 'warn', STRIPE_SECRET_KEY: secretKey })
const stripe = openStripe({
  apiBase: readFileSync(join(place.dataDir, 'sandbox-url'), 'utf8').trim(),
  secretKey,
})

const inLog = (): Record<string, number> => {
  const db = new DatabaseSync(join(place.dataDir, 'events.sqlite'), { readOnly: true })
  const rows = db
    .prepare(
      `SELECT type, count(*) AS count FROM event WHERE type IN (${names.map(() => '?').join(', ')}) GROUP BY type`,
    )
    .all(...names)
  db.close()
  return Object.fromEntries(rows.map(({ type, count }) => [String(type), Number(count)]))
}
const names = [
  'SubscriptionRenewed',
  'InvoicePaid',
  'ProviderEventReceived',
  'ProviderEventHandled',
  'MailSent',
  'MessageDropped',
]

/** Waits until the log holds so many renewals, and all news was followed up. */
const untilFollowedUp = async (renewals: number): Promise<Record<string, number>> => {
  for (;;) {
    const counts = inLog()
    const { SubscriptionRenewed = 0, ProviderEventReceived = 0, ProviderEventHandled = 0 } = counts
    if (SubscriptionRenewed >= renewals && ProviderEventHandled >= ProviderEventReceived) return counts
    await wait(200)
  }
}
const untilMailed = async (): Promise<void> => {
  for (let counts = inLog(); (counts.MailSent ?? 0) + (counts.MessageDropped ?? 0) < (counts.InvoicePaid ?? 0); ) {
    await wait(200)
    counts = inLog()
  }
}
const processorTimes = (): number[] => parts.map((part) => familySeconds(product.pidOf(part) ?? 0))
const timed = async <Result>(work: () => Promise<Result>): Promise<{ seconds: number; result: Result }> => {
  const begun = performance.now()
  const result = await work()
  return { seconds: (performance.now() - begun) / 1000, result }
}

try {
  await passDays(stripe, 11)
  const owners: Member[] = []
  await eachOf([...Array(count).keys()], 2, async () => void owners.push(await newTeam(product)))
  const body = { plan: 'starter-monthly', stripe_token: 'pm_card_visa' }
  const subscribing = await timed(() =>
    eachOf(owners, 8, ({ call, teamId: id }) => call(changeTeamSubscription, { params: { id }, body })),
  )
  print(`${count} teams subscribed by the product, 8 at once: ${perSecond(subscribing.seconds)}`)
  await untilFollowedUp(0)
  await untilMailed()
  const before = processorTimes()
  const news = inLog().ProviderEventReceived ?? 0
  const begun = performance.now()
  const step = await timed(() => passDays(stripe, 32))
  const { result: counts } = await timed(() => untilFollowedUp(count))
  const followed = (performance.now() - begun) / 1000
  const times = processorTimes().map((seconds, at) => seconds - (before[at] ?? 0))
  await untilMailed()
  const mailed = (performance.now() - begun) / 1000
  const told = (counts.ProviderEventReceived ?? 0) - news
  print(`${count} renewals, ${told} webhooks, all answered: ${perSecond(step.seconds)}`)
  print(`- and followed up in the log: ${perSecond(followed)}`)
  print(`- and their invoices mailed as PDF: ${perSecond(mailed)}`)
  const each = parts.map((part, at) => `${part} ${(((times[at] ?? 0) * 1000) / count).toFixed(1)} ms`)
  print(`- processor time of a renewal until it is in the log: ${each.join(', ')}`)
  const bare = await bareRenewals(count, told)
  print(`bare SDK, 4 at once: ${count} subscribed ${perSecond(bare.subscribing)}`)
  print(`- renewed, webhooks answered by a server that does nothing: ${perSecond(bare.renewing)}`)
  print(`- and asked about as often as there was news (three calls each): ${bare.asking.toFixed(1)} s`)
} finally {
  await product.stop()
  await place.remove()
}
