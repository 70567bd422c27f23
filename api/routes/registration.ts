import type { ContentStore } from '#api/adapters/content-store.ts'
import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { billingStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { sessionsAnswer, startSession } from '#api/http/session.ts'
import { giveAddress, type TaxOf } from '#api/sagas/give-address.ts'
import { acceptIfOpen } from '#api/services/accounts/accept-invitation.ts'
import { refuseReservedEmail } from '#api/services/accounts/contact.ts'
import { type Person, type RegisteringSecrets, registerAccount } from '#api/services/accounts/register-account.ts'
import { registerWithCard } from '#api/services/accounts/register-with-card.ts'
import { cardIn, tokenField } from '#api/services/billing/card-fields.ts'
import { checkedVatNumber } from '#api/services/billing/checked-vat-number.ts'
import { couponFor } from '#api/services/billing/coupons.ts'
import { orderedPlan } from '#api/services/billing/ordered-plan.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { acceptTeamInvitation, requireOpenTeamInvitation } from '#api/services/teams/accept-team-invitation.ts'
import type { InvitationRow } from '#projections/directory/invitations.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { BillingAddress, givenAddress } from '#schemas/billing/billing-address.ts'
import { isFree } from '#schemas/billing/plan-choice.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type TeamId, type UserId } from '#schemas/ids.ts'
import { invalidPlan, type Registration, register } from '#schemas/resources/registration.ts'
import { foldedText } from '#schemas/text/folded-text.ts'

type RegistrationSetup = {
  ledger: Ledger
  taxOf: TaxOf
  payments: PaymentQuestions
  content: ContentStore
  secrets: RegisteringSecrets
  plans: readonly Plan[]
  /** ISO 4217, small letters. */
  currency: string
  /** Whether a plan with a price is paid for before there is an account. */
  cardUpFront: boolean
  /** Milliseconds that a request waits for a payment. */
  patience: number
  limits: Pick<PlanLimits, 'inTeam'>
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether to mail a link that verifies the address (D-94). */
  requireVerifiedEmail: boolean
}

const noAddress = BillingAddress.parse({})

const dashboard = '/dashboard'

/** Who is signed in, and the page that they see first. */
type Entered = { userId: UserId; teamId: TeamId | null; position: string | null; redirect?: string }

/** Where a payer sees what is under way, and confirms it. */
const subscriptionPage = (billable: Billable): string =>
  billable.kind === 'team' ? `/settings/teams/${billable.id}#/subscription` : '/settings#/subscription'

/** 422 for a VAT number that is not right, or of another country than the address. */
const withVatNumber = (form: Registration): Registration =>
  form.vat_id === null ? form : { ...form, vat_id: checkedVatNumber(form.vat_id, form.country) }

const invitationGone = () => invalidField('invitation', 'This invitation is no longer valid.')

export const registrationRoutes = (setup: RegistrationSetup, { invitations }: ReadModels['directory']): Route[] => {
  const { ledger, taxOf, payments, content, secrets, plans, currency, cardUpFront, patience, limits, operatorEmails } =
    setup

  /** The plan that a form names; 422 for one that is not offered, and for one with a price of somebody who joins a team. */
  const planOf = ({ plan: id, invitation }: Registration): Plan | undefined => {
    const plan = plans.find((each) => each.id === id && each.active)
    const isOffered = plan && (isFree(plan) || invitation === null)
    if (id && !isOffered) throw invalidField('plan', invalidPlan)
    return plan
  }

  /** The card that a plan is paid for with; null for none, 422 where there must be one. */
  const tokenFor = (plan: Plan | undefined, form: Registration): string | null => {
    if (!plan || isFree(plan)) return null
    const { token } = cardIn(payments.name, form)
    if (!token && cardUpFront) throw invalidField(tokenField(payments.name), 'Please give a card to pay with.')
    return token
  }

  /** The invitation of a mailed code; the form's address must be the one that it was sent to (D-56). */
  const invitationFor = ({ email }: Registration, code: string, at: string): InvitationRow => {
    const invitation = invitations.withCode(code, at)
    if (!invitation || invitation.email === null) throw invitationGone()
    refuseReservedEmail(operatorEmails, email, null)
    if (foldedText(invitation.email) === foldedText(email)) return invitation
    throw invalidField('email', 'The invitation was sent to another email address.')
  }

  const personOf = ({ name, email, password, invitation }: Registration): Person => {
    // The code of an invitation proves that its address is the user's (D-99).
    const proof = invitation !== null ? 'provided' : setup.requireVerifiedEmail ? 'asked' : undefined
    return { name, email, password, ...(proof ? { proof } : {}) }
  }

  /** Registers a user who joins a team. If the invitation is cancelled at the same moment, the user has no team. */
  const join = async (form: Registration, invitation: InvitationRow, context: CommandContext) => {
    const { userId, position } = await registerAccount(ledger, secrets, personOf(form), null, context)
    const accepting = { teamId: invitation.team_id, invitationId: invitation.id, userId, email: form.email }
    const accepted = await acceptIfOpen(ledger, limits, accepting, { ...context, actor: userId })
    return accepted
      ? { userId, teamId: invitation.team_id, position: accepted.position }
      : { userId, teamId: null, position }
  }

  const teamOf = ({ team, team_slug }: Registration) => ({ name: team ?? '', slug: team_slug ?? '' })

  /** Accepts the operator's invitation that a form came with. */
  const acceptingFor = ({ team_invitation: id, email }: Registration, context: CommandContext) => {
    if (id === null) return undefined
    refuseReservedEmail(operatorEmails, email, null)
    return acceptTeamInvitation({ ledger, content }, id, { ...context, via: { kind: 'registration', id: null } })
  }

  const found = async (form: Registration, address: BillingAddress | null, context: CommandContext) => {
    const before = acceptingFor(form, context)
    const team = { ...teamOf(form), ...(before ? { before } : {}) }
    const account = await registerAccount(ledger, secrets, personOf(form), team, context)
    const { userId, teamId } = account
    if (!address || !teamId) return account
    const { position } = await giveAddress({ ledger, taxOf }, { kind: 'team', id: teamId }, userId, address, context)
    return { ...account, position }
  }

  /** Creates the account once the plan is paid for; an operator's invitation that is gone by then is left alone. */
  const pay = async (form: Registration, plan: Plan, token: string, context: CommandContext) => {
    const accept = acceptingFor(form, context)
    const { team_invitation: invitationId, coupon } = form
    if (invitationId !== null) await requireOpenTeamInvitation(ledger, invitationId)
    const ordered = {
      pays: plan.type,
      plan: orderedPlan(plan, currency),
      token,
      coupon,
      discount: await couponFor(payments, coupon, currency),
      address: givenAddress(form) ?? noAddress,
    }
    const registration = { person: personOf(form), team: teamOf(form), ...ordered }
    const { billable, ...account } = await registerWithCard(ledger, secrets, registration, context, {
      provider: payments.name,
      longestWait: patience,
    })
    await accept?.(account).catch((error: unknown) => {
      if (!(error instanceof RuleBroken)) throw error
    })
    return { ...account, redirect: account.paid ? dashboard : subscriptionPage(billable) }
  }

  const enter = (
    form: Registration,
    plan: Plan | undefined,
    token: string | null,
    context: CommandContext,
  ): Promise<Entered> => {
    if (form.invitation !== null) return join(form, invitationFor(form, form.invitation, context.at), context)
    return plan && token !== null ? pay(form, plan, token, context) : found(form, givenAddress(form), context)
  }

  /** Remembers a plan that is to be paid for later. */
  const remember = async ({ id, type }: Plan, { userId, teamId }: Entered, context: CommandContext) => {
    const billable: Billable | null =
      type === 'user' ? { kind: 'user', id: userId } : teamId === null ? null : { kind: 'team', id: teamId }
    if (billable === null) return null
    const command = { type: 'ChoosePlan', billable, plan: id } as const
    const commandId = CommandId.parse(idMadeBy(context.commandId, 'choose-plan'))
    const choosing = { ...context, commandId, actor: userId, teamId: type === 'team' ? teamId : null }
    return (await handle(ledger, billingDecider, billingStream(billable), command, choosing)).position
  }

  return [
    route(register, async ({ body, context, request }) => {
      const plan = planOf(body)
      const token = tokenFor(plan, body)
      const form = withVatNumber(body)
      await sessionsAnswer(request)
      const account = await enter(form, plan, token, context)
      const { userId, teamId, redirect = dashboard } = account
      const remembered = plan && token === null && !isFree(plan) && (await remember(plan, account, context))
      await startSession(request, { userId, sessionEpoch: 0 }, teamId, false)
      return resource({ redirect }, remembered || account.position)
    }),
  ]
}
