import type { Command } from 'commander'
import { commandOf, groupOf, printDone, printOne } from '#cli/command.ts'
import { idOf } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { showMoney } from '#schemas/billing/money.ts'
import { InvoiceId } from '#schemas/ids.ts'
import {
  downloadInvoice,
  downloadTeamInvoice,
  type Invoice,
  listInvoices,
  listTeamInvoices,
} from '#schemas/resources/invoices.ts'
import { type CurrentTeam, currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { listCommand } from './list-command.ts'
import { saveContent, saving } from './save-content.ts'

/** Whose billing a command is about: that of the current team, or the user's own. */
type Whose = { own?: true }

const withOwn = (command: Command): Command => command.option('--own', 'your own account instead of the team’s')

const day = (instant: string | null): string | null => instant?.slice(0, 10) ?? null

/** The plan of a team or a user: the fields of billing that a token may read (D-114). */
type Plan = Pick<CurrentTeam, 'name' | 'subscriptions' | 'state' | 'trial_ends_at'>

const stateOf = ({ state }: Plan): string | null => {
  if (state === null) return null
  const states = (['active', 'trial', 'grace'] as const).filter((each) => state[each])
  return state.needs_subscription ? [...states, 'needs a subscription'].join(', ') : states.join(', ')
}

/** The summary for people; programs get all of it. */
const glanceAt = (plan: Plan) => {
  const [subscription] = plan.subscriptions
  return {
    for: plan.name,
    plan: subscription?.provider_plan ?? null,
    state: stateOf(plan),
    trial_until: day(subscription?.trial_ends_at ?? plan.trial_ends_at),
    ends: day(subscription?.ends_at ?? null),
  }
}

const show = commandOf<Whose>(
  {
    name: 'show',
    summary: 'Show the plan of the current team, or your own, and its state',
    examples: ['billing show', 'billing show --own --json'],
  },
  async (session, _args, { own }) => {
    const server = session.server()
    const { data }: { data: Plan } = own ? await server.call(currentUser) : await server.call(currentTeam)
    const { subscriptions, state, trial_ends_at } = data
    printOne(session, session.json ? { subscriptions, state, trial_ends_at } : glanceAt(data))
  },
  withOwn,
)

const teamId = async (server: Server) => (await server.call(currentTeam)).data.id

const invoices = listCommand<Invoice, Whose>({
  noun: 'invoices',
  name: 'invoices',
  examples: ['billing invoices', 'billing invoices --own --all --json'],
  searchable: false,
  columns: {
    Number: 'number',
    Date: ({ date }) => day(date),
    Total: ({ total, currency }) => showMoney(Math.round(total * 100), currency),
    Tax: ({ tax, currency }) => showMoney(Math.round(tax * 100), currency),
    Status: 'status',
    Id: 'id',
  },
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
    const id = idOf(InvoiceId, text, 'an invoice', 'billing invoices')
    const server = session.server()
    const accept = { headers: { accept: 'application/pdf' } }
    const open = async () =>
      own
        ? server.open(downloadInvoice, { params: { id } }, accept)
        : server.open(downloadTeamInvoice, { params: { id: await teamId(server), invoice_id: id } }, accept)
    const target = output ?? `invoice-${id}.pdf`
    await saveContent(open, target, force)
    printDone(session, `Saved ${target}.`, { id, path: target })
  },
  (command) => saving(withOwn(command)),
)

export const billing = groupOf('billing', 'Plan and invoices of the payer', [show, invoices, download])
