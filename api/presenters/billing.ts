import type { ReadModels } from '#api/services/read-models.ts'
import type { BillingAccountRow } from '#projections/directory/billing-account-queries.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { billingState, endOf, subscriptionIsActive } from '#schemas/billing/subscription-state.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Billing, PaymentAction } from '#schemas/resources/billable.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'

/** How a caller looks at an account: by a token or not, and for whom. */
export type BillingViewer = { token: readonly TokenAbility[] | null; impersonator: UserId | null }

/** A session of one's own; operators see accounts so, as operators. */
export const inOwnSession: BillingViewer = { token: null, impersonator: null }

/** The fields that only the payer sees. */
export const hiddenBilling = {
  tax_rate: null,
  billing_address: null,
  billing_address_line_2: null,
  billing_city: null,
  billing_state: null,
  billing_zip: null,
  billing_country: null,
  vat_id: null,
  card_brand: null,
  card_last_four: null,
  extra_billing_information: null,
  stripe_id: null,
  braintree_id: null,
  payment_action: null,
  chosen_plan: null,
  billing_order: null,
}

/** An account as an operator sees it: by token, without the payer's details (D-114). */
export const asOperatorSees = <Shown extends object>({ token }: BillingViewer, shown: Shown): Shown =>
  token === null ? shown : { ...shown, ...hiddenBilling }

const timesOf = ({ trial_ends_at, ends_at, overdue_since }: BillingAccountRow) => ({
  trialEndsAt: trial_ends_at,
  endsAt: ends_at,
  overdueSince: overdue_since,
})

const presentSubscription = (row: BillingAccountRow, plan: string, now: string): Billing['subscriptions'][number] => {
  const times = timesOf(row)
  const going = row.overdue_since === null ? ('active' as const) : ('past_due' as const)
  const status = times.trialEndsAt !== null && times.trialEndsAt > now ? 'trialing' : going
  return {
    name: 'default',
    provider_plan: plan,
    trial_ends_at: times.trialEndsAt,
    ends_at: endOf(times, now),
    period_ends_at: row.period_end,
    quantity: row.quantity ?? 1,
    status: subscriptionIsActive(times, now) ? status : 'ended',
  }
}

const presentOrder = ({ order_id: id, order_kind: kind, order_plan: plan, order_since: since }: BillingAccountRow) =>
  id === null || kind === null || since === null ? null : { id, kind, plan, since }

const presentForPayer = (row: BillingAccountRow, action: PaymentAction | null) => ({
  card_brand: row.card_brand,
  card_last_four: row.card_last_four,
  extra_billing_information: row.information,
  stripe_id: row.provider === 'braintree' ? null : row.customer_id,
  braintree_id: row.provider === 'braintree' ? row.customer_id : null,
  payment_action: action,
  chosen_plan: row.chosen_plan,
  billing_order: presentOrder(row),
})

type Shown = {
  viewer: BillingViewer
  /** Whether it is the viewer who pays. */
  isPayer: boolean
  /** The end of the billable's own trial. */
  trialEndsAt: string | null
  /** The confirmation that the payer owes; it is read from the log, since no read model holds its secret. */
  action?: PaymentAction | null
}

/**
 * The billing fields of a team or a user, as a viewer sees them now: who pays and how is shown to the payer alone, in a
 * session of their own, and neither by token nor to an operator who acts for them (D-114).
 */
export const presentBilling = (
  { billingAccounts }: ReadModels['directory'],
  billable: Pick<Billable, 'id'>,
  { viewer, isPayer, trialEndsAt, action = null }: Shown,
): Billing => {
  const now = new Date().toISOString()
  const row = billingAccounts.account(billable)
  const plan = row?.plan ?? null
  const isOpen = isPayer && viewer.token === null && viewer.impersonator === null
  return {
    subscriptions: row && plan !== null ? [presentSubscription(row, plan, now)] : [],
    state: billingState(row && plan !== null ? timesOf(row) : null, trialEndsAt, now),
    ...hiddenBilling,
    ...(isOpen && { tax_rate: row?.tax_rate ?? 0, ...billingAccounts.addressOf(billable) }),
    ...(isOpen && row && presentForPayer(row, action)),
  }
}
