import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { sessionsAnswer, startSession } from '#api/http/session.ts'
import { acceptIfOpen } from '#api/services/accept-invitation.ts'
import { acceptTeamInvitation } from '#api/services/accept-team-invitation.ts'
import { refuseReservedEmail } from '#api/services/contact.ts'
import { giveAddress } from '#api/services/give-address.ts'
import type { PlanLimits } from '#api/services/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { type Person, registerAccount, type Secrets } from '#api/services/register-account.ts'
import type { InvitationRow } from '#projections/directory/invitations.ts'
import { givenAddress } from '#schemas/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import { foldedText } from '#schemas/folded-text.ts'
import { isFree } from '#schemas/plan-choice.ts'
import type { Plan } from '#schemas/plans.ts'
import { invalidPlan, type Registration, register } from '#schemas/resources/registration.ts'

export type RegistrationSetup = {
  ledger: Ledger
  content: ContentStore
  secrets: Secrets
  plans: readonly Plan[]
  limits: Pick<PlanLimits, 'ofTeam'>
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether to mail a link that verifies the address (D-94). */
  requireVerifiedEmail: boolean
}

const invitationGone = () => invalidField('invitation', 'This invitation is no longer valid.')

export const registrationRoutes = (
  { ledger, content, secrets, plans, limits, operatorEmails, requireVerifiedEmail }: RegistrationSetup,
  { invitations }: Pick<ReadModels, 'invitations'>,
): Route[] => {
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
    const proof = invitation !== null ? 'provided' : requireVerifiedEmail ? 'asked' : undefined
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

  const found = (form: Registration, context: CommandContext) => {
    const { team, team_slug, team_invitation: id } = form
    if (id !== null) refuseReservedEmail(operatorEmails, form.email, null)
    const before =
      id === null
        ? {}
        : {
            before: acceptTeamInvitation({ ledger, content }, id, {
              ...context,
              via: { kind: 'registration', id: null },
            }),
          }
    return registerAccount(
      ledger,
      secrets,
      personOf(form),
      { name: team ?? '', slug: team_slug ?? '', ...before },
      context,
    )
  }

  return [
    route(register, async ({ body, context, request }) => {
      if (body.plan && !plans.some((plan) => plan.id === body.plan && plan.active && isFree(plan))) {
        throw invalidField('plan', invalidPlan)
      }
      await sessionsAnswer(request)
      const { userId, teamId, position } =
        body.invitation === null
          ? await found(body, context)
          : await join(body, invitationFor(body, body.invitation, context.at), context)
      const address = givenAddress(body)
      const founded = address && body.invitation === null ? teamId : null
      const addressed =
        address && founded && (await giveAddress(ledger, { kind: 'team', id: founded }, userId, address, context))
      await startSession(request, { userId, sessionEpoch: 0 }, teamId, false)
      return resource({ redirect: '/dashboard' }, addressed ? addressed.position : position)
    }),
  ]
}
