import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { register } from '#api/sagas/registration.ts'
import { paymentRefusal } from '#api/services/billing/billing-orders.ts'
import type { Billable, PaymentProvider } from '#schemas/billing/billable.ts'
import type { BillingAddress } from '#schemas/billing/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { TeamId, UserId } from '#schemas/ids.ts'
import { refuseWeakPassword } from './refused-passwords.ts'
import type { Person, Secrets } from './register-account.ts'

/** The order of a registration: a plan for the team or for the user, and the card that pays it. */
export type CardRegistration = {
  person: Person
  team: { name: string; slug: string }
  pays: Billable['kind']
  plan: OrderedPlan
  token: string
  coupon: string | null
  /** The terms of the coupon. */
  discount: DiscountTerms | null
  address: BillingAddress
}

/** `paid` is false while the payer has to confirm, or the provider is slow: the trial runs meanwhile. */
export type Registered = { userId: UserId; teamId: TeamId; billable: Billable; paid: boolean; position: string | null }

/**
 * Creates a user and a team of their own once a plan with a price is paid for. Waits at most `longestWait` milliseconds
 * for the payment. Throws RuleBroken 'email-taken' or 'slug-taken', and 422 with the provider's words if it refused: then
 * there is no account, and the address and the slug are free.
 */
export const registerWithCard = async (
  ledger: Ledger,
  { digest, hashPassword }: Secrets,
  { person, team, pays, plan, token, coupon, discount, address: given }: CardRegistration,
  requestContext: CommandContext,
  { provider, longestWait }: { provider: PaymentProvider; longestWait: number },
): Promise<Registered> => {
  const { commandId: registrationId } = requestContext
  const userId = UserId.parse(idMadeBy(registrationId, 'user'))
  const teamId = TeamId.parse(idMadeBy(registrationId, 'team'))
  const billable: Billable = pays === 'team' ? { kind: 'team', id: teamId } : { kind: 'user', id: userId }
  const { name, email, password, proof = null } = person
  refuseWeakPassword(password, [name, email, team.name])
  // Hashed before any lookup, so that response times do not reveal whether an address is taken.
  const passwordHash = await hashPassword(password)
  const { address_line_2: addressLine2, vat_id: vatId, address, city, state, zip, country } = given
  const begun = {
    registrationId,
    userId,
    teamId,
    billable,
    name,
    email,
    passwordHash,
    proof,
    team: team.name,
    slug: team.slug,
    plan,
    token,
    coupon,
    discount,
    address,
    addressLine2,
    city,
    state,
    zip,
    country,
    vatId,
  }
  const via = { kind: 'registration', id: null } as const
  const context: CommandContext = { ...requestContext, actor: userId, teamId, via }
  const result = await register({ ledger, digest }, begun, context, longestWait)
  if (result.is === 'accepted') return { ...result, billable }
  const { refusal } = result
  if ('taken' in refusal) throw new RuleBroken(refusal.taken === 'email' ? 'email-taken' : 'slug-taken')
  throw paymentRefusal(provider, refusal)
}
