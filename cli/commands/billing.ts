import type { Command } from 'commander'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import type { Server } from '#cli/connection/server.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import { printDone, printOne } from '#cli/output/records.ts'
import { InvoiceId } from '#schemas/ids.ts'
import { showMoney } from '#schemas/money.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import {
  downloadInvoice,
  downloadTeamInvoice,
  type Invoice,
  listInvoices,
  listTeamInvoices,
} from '#schemas/resources/invoices.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { listCommand } from './list-command.ts'
import { saveContent } from './save-content.ts'

/** Whose billing a command is about: that of the current team, or the user's own. */
type Whose = { own?: true }

const withOwn = (command: Command): Command => command.option('--own', 'your own account instead of the team’s')

const day = (instant: string | null): string | null => instant?.slice(0, 10) ?? null

const stateOf = ({ state }: Billing): string => {
  const states = (['active', 'trial', 'grace'] as const).filter((each) => state[each])
  return state.needs_subscription ? [...states, 'needs a subscription'].join(', ') : states.join(', ')
}

/** What people want to know at a glance; programs get all of it. */
const glanceAt = (name: string, billing: Billing & { trial_ends_at: string | null }) => {
  const [subscription] = billing.subscriptions
  const { card_brand: brand, card_last_four: lastFour } = billing
  return {
    for: name,
    plan: subscription?.provider_plan ?? null,
    state: stateOf(billing),
    trial_until: day(subscription?.trial_ends_at ?? billing.trial_ends_at),
    ends: day(subscription?.ends_at ?? null),
    card: brand === null ? null : `${brand} ${lastFour ?? ''}`.trim(),
    under_way: billing.billing_order?.kind ?? null,
    to_confirm: billing.payment_action === null ? null : 'a payment, in the browser',
  }
}

const show = commandOf<Whose>(
  {
    name: 'show',
    summary: 'Show the plan, its state and the card of the current team, or your own',
    examples: ['billing show', 'billing show --own --json'],
  },
  async (session, _args, { own }) => {
    const server = session.server()
    const { data } = own ? await server.call(currentUser) : await server.call(currentTeam)
    const { subscriptions, state, trial_ends_at, card_brand, card_last_four, billing_order } = data
    const { stripe_id, braintree_id } = data
    const whole = { subscriptions, state, trial_ends_at, card_brand, card_last_four, billing_order }
    printOne(session, session.json ? { ...whole, stripe_id, braintree_id } : glanceAt(data.name, data))
  },
  withOwn,
)

const teamId = async (server: Server) => (await server.call(currentTeam)).data.id

const invoices = listCommand<Invoice, Whose>({
  noun: 'invoices',
  name: 'invoices',
  examples: ['billing invoices', 'billing invoices --own --all --json'],
  searchable: false,
  columns: [
    { heading: 'Number', of: ({ number }) => number },
    { heading: 'Date', of: ({ date }) => day(date) },
    { heading: 'Total', of: ({ total, currency }) => showMoney(Math.round(total * 100), currency) },
    { heading: 'Tax', of: ({ tax, currency }) => showMoney(Math.round(tax * 100), currency) },
    { heading: 'Status', of: ({ status }) => status },
    { heading: 'Id', of: ({ id }) => id },
  ],
  filters: withOwn,
  pages: async (server, { own }, limit) =>
    own
      ? allPages(server, listInvoices, {}, limit)
      : allPages(server, listTeamInvoices, { params: { id: await teamId(server) } }, limit),
})

const download = commandOf<Whose & { output?: string; force?: true }>(
  {
    name: 'download <id>',
    summary: 'Save an invoice as PDF',
    examples: ['billing download 5f0b3c1e-6a52-5c39-9f0e-2d6d1b0c7a41 --output march.pdf'],
  },
  async (session, [text = ''], { own, output, force = false }) => {
    const id = InvoiceId.safeParse(text)
    if (!id.success)
      throw new Failure(`"${text}" is no id of an invoice. See: siteledger billing invoices`, exitCodes.wrongUsage)
    const server = session.server()
    const accept = { headers: { accept: 'application/pdf' } }
    const open = async () =>
      own
        ? server.open(downloadInvoice, { params: { id: id.data } }, accept)
        : server.open(downloadTeamInvoice, { params: { id: await teamId(server), invoice_id: id.data } }, accept)
    const target = output ?? `invoice-${id.data}.pdf`
    await saveContent(open, target, force)
    printDone(session, `Saved ${target}.`, { id: id.data, path: target })
  },
  (command) => withOwn(command).option('--output <path>', 'where to').option('--force', 'replace a file that is there'),
)

export const billing = groupOf('billing', 'Plan, invoices and card, for who pays', [show, invoices, download])
