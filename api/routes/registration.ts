import type { ContentStore } from '#api/adapters/content-store.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { sessionsAnswer, startSession } from '#api/http/session.ts'
import type { InvitationRow } from '#projections/invitations.ts'
import { givenAddress } from '#schemas/billing-address.ts'
import type { CommandContext } from '#schemas/event.ts'
import { foldedText } from '#schemas/folded-text.ts'
import { isFree, type Plan } from '#schemas/plans.ts'
import { invalidPlan, type Registration, register } from '#schemas/resources/registration.ts'
import { refuseReservedEmail } from './contact.ts'
import { giveAddress } from './give-address.ts'
import { acceptAs } from './pending-invitations.ts'
import type { ReadModels } from './reading.ts'
import { registerAccount, type Secrets } from './register-account.ts'
import { takeTeamInvitation } from './take-team-invitation.ts'

export type RegistrationSetup = {
  ledger: Ledger
  content: ContentStore
  secrets: Secrets
  plans: readonly Plan[]
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether a link that verifies the address is mailed (D-94). */
  requireVerifiedEmail: boolean
}

const invitationGone = () => invalidField('invitation', 'This invitation is no longer valid.')

export const registrationRoutes = (
  { ledger, content, secrets, plans, operatorEmails, requireVerifiedEmail }: RegistrationSetup,
  { invitations }: Pick<ReadModels, 'invitations'>,
): Route[] => {
  /** The invitation that a mailed code means, for the address that it was sent to (D-56). */
  const invitationFor = ({ email }: Registration, code: string, at: string): InvitationRow => {
    const invitation = invitations.withCode(code, at)
    if (!invitation || invitation.email === null) throw invitationGone()
    refuseReservedEmail(operatorEmails, email, null)
    if (foldedText(invitation.email) === foldedText(email)) return invitation
    throw invalidField('email', 'The invitation was sent to another email address.')
  }

  const personOf = ({ name, email, password }: Registration) => ({
    ...{ name, email, password },
    askProof: requireVerifiedEmail,
  })

  /** Joins a team. An invitation that was taken back at the same moment leaves a user without a team. */
  const join = async (form: Registration, invitation: InvitationRow, context: CommandContext) => {
    const { userId, position } = await registerAccount(ledger, secrets, personOf(form), null, context)
    const accepting = { teamId: invitation.team_id, invitationId: invitation.id, userId, email: form.email }
    try {
      const accepted = await acceptAs(ledger, plans, accepting, { ...context, actor: userId })
      return { userId, teamId: invitation.team_id, position: accepted.position }
    } catch (error) {
      if (error instanceof RuleBroken) return { userId, teamId: null, position }
      throw error
    }
  }

  const found = (form: Registration, context: CommandContext) => {
    const { team, team_slug, team_invitation: id } = form
    if (id !== null) refuseReservedEmail(operatorEmails, form.email, null)
    const before =
      id === null
        ? {}
        : {
            before: takeTeamInvitation({ ledger, content }, id, {
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
      const given = givenAddress(body)
      const founded = given && body.invitation === null ? teamId : null
      const addressed = given && founded && (await giveAddress(ledger, { ...given, teamId: founded, userId }, context))
      await startSession(request, { userId, sessionEpoch: 0 }, teamId, false)
      return resource({ redirect: '/dashboard' }, addressed ? addressed.position : position)
    }),
  ]
}
