import { isOperatorEmail } from '#api/domain/operator-email.ts'
import { resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { asOperatorSees, inOwnSession, presentBilling } from '#api/presenters/billing.ts'
import { presentTeam } from '#api/presenters/team.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import type { UserId } from '#schemas/ids.ts'
import type { Billing } from '#schemas/resources/billable.ts'
import { showTeamProfile, showUserProfile, type UserProfile } from '#schemas/resources/kiosk-profiles.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'

/**
 * Where operators see a customer at the payment provider. Null without a customer, and where there is no such page: the
 * sandbox has none (D-36), and Braintree's depends on an account that only its own pages know.
 */
export const customerPage = (
  { provider, public_key }: Pick<PagePayment, 'provider' | 'public_key'>,
  { stripe_id }: Pick<Billing, 'stripe_id'>,
): string | null => {
  if (provider !== 'stripe' || stripe_id === null) return null
  const mode = public_key.startsWith('pk_test_') ? 'test/' : ''
  return `https://dashboard.stripe.com/${mode}customers/${encodeURIComponent(stripe_id)}`
}

/** Users and teams as operators see them. */
export const kioskProfileRoutes = (
  payment: PagePayment,
  operatorEmails: readonly string[],
  { billing: { invoices }, directory, records: { files, sites } }: ReadModels,
): Route[] => {
  const { accounts, pictures, teams } = directory
  const revenueOf = (ids: readonly string[]): number => majorUnits(invoices.revenueOf(ids))

  const teamsOf = (userId: UserId): UserProfile['user']['teams'] =>
    teams.teamsOf(userId).flatMap(({ id, name }) => {
      const membership = teams.membership(userId, id)
      return membership ? [{ id, name, role: membership.role }] : []
    })

  return [
    route(showUserProfile, ({ params: { id }, actor }) => {
      const { name, email, email_verified, session_epoch: _, ...row } = orNotFound(accounts.user(id))
      if (name === null || email === null) throw notFound()
      const account = presentBilling(directory, { id }, { viewer: inOwnSession, isPayer: true, trialEndsAt: null })
      const billing = asOperatorSees(actor, account)
      const { subscriptions, state, stripe_id, braintree_id } = billing
      const memberships = teamsOf(id)
      const owned = memberships.filter(({ role }) => role === 'owner').map((team) => team.id)
      const user = {
        ...row,
        name,
        email,
        photo_url: pictures.urlOf(id),
        trial_ends_at: null,
        teams: memberships,
        subscriptions,
        state,
        stripe_id,
        braintree_id,
        email_verified: email_verified === 1,
        operator: isOperatorEmail(operatorEmails, email),
      }
      return resource({ user, revenue: revenueOf([id, ...owned]), provider_url: customerPage(payment, billing) })
    }),

    route(showTeamProfile, ({ params: { id }, actor }) => {
      const row = orNotFound(teams.team(id))
      const asOwner = presentTeam(directory, row, { ...inOwnSession, userId: row.owner_id, twoFactor: true })
      const shown = asOperatorSees(actor, asOwner)
      const { count, bytes } = files.held(id)
      const team = {
        ...shown,
        created_at: row.created_at,
        owned_by_operator: isOperatorEmail(operatorEmails, accounts.user(row.owner_id)?.email),
        site_count: sites.count(id),
        file_count: count,
        files_size: bytes,
      }
      return resource({ team, revenue: revenueOf([id]), provider_url: customerPage(payment, shown) })
    }),
  ]
}
