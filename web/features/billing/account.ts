import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TeamId } from '#schemas/ids.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import type { changeTeamSubscription } from '#schemas/resources/billing.ts'
import { downloadInvoice, downloadTeamInvoice, type Invoice } from '#schemas/resources/invoices.ts'
import type { LimitsOverride } from '#schemas/resources/limits-override.ts'
import { showTeam, type Team } from '#schemas/resources/teams.ts'
import { type CurrentUser, currentUser } from '#schemas/resources/users.ts'
import type { AddressValues } from '#web/components/address/address-inputs.tsx'
import { teamBilling, userBilling } from '#web/lib/account-calls.ts'
import { type BodyFor, callApi, urlOf } from '#web/lib/api.ts'
import { oneQuery } from '#web/lib/queries.ts'

/** Whose subscription, card and invoices a page shows: a team's, or the signed-in user's own. */
export type Account = {
  kind: 'team' | 'user'
  id: string
  name: string
  billing: Billing
  trialEndsAt: string | null
  override: LimitsOverride | null
}

export const accountOfTeam = (team: Team): Account => ({
  kind: 'team',
  id: team.id,
  name: team.name,
  billing: team,
  trialEndsAt: team.trial_ends_at,
  override: team.limits_override,
})

export const accountOfUser = (user: CurrentUser): Account => ({
  kind: 'user',
  id: user.id,
  name: user.name,
  billing: user,
  trialEndsAt: null,
  override: null,
})

/** The billing address of an account as the values of a form. Without one its country is that of the seller (D-21). */
export const addressOf = (billing: Billing): AddressValues => ({
  address: billing.billing_address ?? '',
  address_line_2: billing.billing_address_line_2 ?? '',
  city: billing.billing_city ?? '',
  state: billing.billing_state ?? '',
  zip: billing.billing_zip ?? '',
  country: billing.billing_country ?? 'GB',
})

/**
 * The calls about an account, and the parameters of their paths. Those about a user are typed as those about a team:
 * bodies are the same, and of the answers only what both have is used.
 */
export const billingOf = ({ kind, id }: Pick<Account, 'kind' | 'id'>) => ({
  calls: kind === 'team' ? teamBilling : (userBilling as unknown as typeof teamBilling),
  params: { id: id as TeamId },
})

/** A plan that is ordered; what is left out stays as it is (D-98). */
export type PlanOrder = {
  plan: string
  stripe_token?: string
  braintree_type?: string
  braintree_token?: string
  /** The order that the payer goes on with. */
  billing_order?: string
} & Partial<AddressValues>

/** Orders a plan, and answers the account as it is then. */
export const orderPlan = async (account: Account, order: PlanOrder): Promise<Billing> => {
  const { calls, params } = billingOf(account)
  return (await callApi(calls.subscribe, { params, body: order as BodyFor<typeof changeTeamSubscription> })).data
}

/** The address of an invoice's PDF. */
export const invoiceUrl = ({ kind, id }: Account, invoice: Invoice): string =>
  kind === 'team'
    ? urlOf(downloadTeamInvoice, { params: { id: id as TeamId, invoice_id: invoice.id } })
    : urlOf(downloadInvoice, { params: { id: invoice.id } })

/** Milliseconds between two looks at a change that is under way. */
const pause = 2000

const queryOf = ({ kind, id }: Account) =>
  kind === 'team' ? oneQuery(showTeam, { id: id as TeamId }) : oneQuery(currentUser)

/** Keeps an account fresh while it is shown: whenever its tab is looked at again, and while a change is under way. */
export const useFollowed = (account: Account): void => {
  const { billing_order, payment_action } = account.billing
  const waits = billing_order !== null && payment_action === null
  useQuery<unknown>({
    ...(queryOf(account) as { queryKey: readonly unknown[] }),
    staleTime: 0,
    refetchOnWindowFocus: 'always',
    refetchInterval: waits ? pause : false,
  })
}

/** Refetches the user, their teams and invoices. */
export const useRefreshBilling = (): (() => Promise<void>) => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: ['signed-in'] })
}
