import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { billingStream, comparisonStream, invoiceStream } from '#api/event-store/streams.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { defaultPlans } from '#schemas/billing/plans.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { startApp } from '#tests/support/app.ts'
import { providerSubscription, untaxed, visa } from '#tests/support/billing.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newMember, newTeam, teamAfterTrial } from '#tests/support/teams.ts'
import { siteledger, withToken } from '#tests/support/terminal.ts'
import { until } from '#tests/support/until.ts'

const operatorEmail = 'olga@example.com'
const plans = defaultPlans.filter(({ id }) => id !== 'free')
const app = await startApp({ env: { operatorEmails: [operatorEmail], plans } })
const folder = sharedFolder()
const operator = await newTeam(app, { email: operatorEmail })
const owner = await newTeam(app)
const team: Billable = { kind: 'team', id: owner.teamId }
const at = '2026-03-02T10:00:00.000Z'

const snapshot = {
  card: visa,
  reverseCharge: false,
  subscriptions: [providerSubscription({ plan: 'starter-monthly' })],
}
const subscribed = { type: 'Converge', billable: team, at, snapshot, settles: null, ...untaxed() } as const
await handle(app.ledger, billingDecider, billingStream(team), subscribed, contextOf(owner.teamId, null))
const invoice = invoiceFor(team)
for (const command of [{ type: 'RecordInvoice', ...invoice } as const, { type: 'PayInvoice', at } as const]) {
  const { position } = await handle(
    app.ledger,
    invoiceDecider,
    invoiceStream(invoice.invoiceId),
    command,
    contextOf(null, null),
  )
  await owner.call(currentTeam, {}, { headers: { 'x-min-position': position ?? '' } })
}
const env = await withToken(app, owner, ['billing.view'])
const operating = await withToken(app, operator, ['operate'])
const typed = (...args: string[]) => siteledger(env, 'billing', ...args)

afterAll(() => app.close())

it('shows the plan of the team, and of the user', async () => {
  const { code, stdout } = await typed('show')
  expect(code).toBe(0)
  expect(stdout).toMatch(/\nplan +starter-monthly\n/)
  expect((await typed('show', '--json')).json()).toMatchObject({
    subscriptions: [{ provider_plan: 'starter-monthly', status: 'active' }],
    state: { active: true },
  })
  expect((await typed('show', '--own', '--json')).json()).toMatchObject({ subscriptions: [] })
})

it('lists invoices and saves one as PDF', async () => {
  const { stdout } = await typed('invoices')
  expect(stdout).toMatch(
    /^Number\t+Date\t+Total\t+Tax\t+Status\t+Id\nSL-0001\t+2026-03-01\t+£22\.80\t+£3\.80\t+paid\t+/,
  )
  expect((await typed('invoices', '--own', '--json')).json()).toEqual([])

  const path = join(folder, 'march.pdf')
  const saved = await typed('download', invoice.invoiceId, '--output', path)
  expect([saved.code, saved.stdout]).toEqual([0, `Saved ${path}.\n`])
  expect((await readFile(path)).subarray(0, 5).toString()).toBe('%PDF-')
  expect(await typed('download', invoice.invoiceId, '--output', path)).toMatchObject({ code: 1 })
  expect(await typed('download', 'march')).toMatchObject({ code: 2 })
})

it('says what a token lacks that may not view invoices (D-114)', async () => {
  const other = await withToken(app, owner, ['clients.view'])

  const lacks = 'the token lacks "View invoices and plan". Run: siteledger login, or give it to the API token.'
  for (const args of [['invoices'], ['invoices', '--own'], ['download', invoice.invoiceId]]) {
    const { code, stderr } = await siteledger(other, 'billing', ...args)
    expect([code, stderr]).toEqual([77, `siteledger: Not permitted: ${lacks}\n`])
  }
})

it('is for the owner', async () => {
  const admin = await withToken(app, await newMember(app, owner, 'admin'), ['billing.view'])
  const { code, stdout, stderr } = await siteledger(admin, 'billing', 'invoices')
  expect([code, stdout]).toEqual([77, ''])
  expect(stderr).toMatch(/^siteledger: Not permitted: .+\n$/)
})

it('says in one line that the team needs a subscription, with exit code 77', async () => {
  const unpaid = await withToken(app, await teamAfterTrial(app), ['clients.view'])

  const { code, stdout, stderr } = await siteledger(unpaid, 'clients', 'list')

  expect([code, stdout]).toEqual([77, ''])
  expect(stderr).toBe('siteledger: Your team needs a subscription. Its owner can choose a plan in the settings.\n')
  expect((await siteledger(unpaid, 'billing', 'show')).stdout).toMatch(/\nstate +needs a subscription\n/)
})

it('shows operators what is open, and compares when they ask', async () => {
  const before = await siteledger(operating, 'kiosk', 'billing')
  expect([before.code, before.stdout]).toEqual([
    0,
    expect.stringMatching(/\nnews_asked +not known\nlast_sweep +never\n/),
  ])
  await app.ports.stores.newsAsked.note('sandbox', at)
  expect((await siteledger(operating, 'kiosk', 'billing')).stdout).toMatch(/\nnews_asked +2026-03-02 10:00:00\n/)
  expect((await siteledger(env, 'kiosk', 'billing')).code).toBe(77)

  const sweeping = siteledger(operating, 'kiosk', 'billing', '--sweep')
  const ordered = await until(async () => {
    const [event] = await eventsOf(app.ledger, 'BillingComparisonOrdered')
    if (!event) throw new Error('Nothing was ordered')
    return event.data
  })
  const surplus = { of: 'surplus', id: 'sub_9', customerId: 'cus_9', billable: team } as const
  const numbers = { subscriptions: 1, invoices: 1, found: 1, differences: [surplus] }
  const compared = { ...ordered, provider: 'sandbox', startedAt: at, ...numbers } as const
  const record = { type: 'RecordComparison', compared } as const
  const context = contextOf(null, null, { commandId: newCommandId() })
  await handle(app.ledger, comparisonDecider, comparisonStream(ordered.comparisonId), record, context)

  const { code, stdout } = await sweeping
  expect(code).toBe(0)
  expect(stdout).toMatch(/\nsubscriptions +1\ninvoices +1\ndifferences +1\n/)
  expect(stdout).toMatch(/\nsurplus\t+sub_9\t+cus_9\t+team /)
})

it('has the money of each day in the numbers', async () => {
  const { stdout } = await siteledger(operating, 'metrics', 'show')
  expect(stdout.split('\n')[0]).toMatch(/\tSize\tRecurring\tVolume$/)
})
