import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { unauthenticated } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { requireConfirmed } from '#api/http/session.ts'
import { changeAddress, refuseReservedEmail } from '#api/services/accounts/contact.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { paymentActionOf } from '#api/services/billing/payment-action.ts'
import { receivePicture } from '#api/services/files/receive-picture.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { UserId } from '#schemas/ids.ts'
import { holdsRight, teamRights } from '#schemas/policy.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import { type CurrentUser, currentUser, updateContact, uploadPhoto } from '#schemas/resources/users.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { type BillingViewer, presentBilling } from '../presenters/billing.ts'

/** The user and their rights, as their credential says. */
type Viewer = Pick<CurrentUser, 'abilities'> &
  BillingViewer & {
    userId: UserId
    role: CurrentUser['role_on_current_team']
    verified: boolean
    operator: boolean
    factorDue: boolean
  }

/**
 * The signed-in user, as they see themselves; undefined once they are erased. `action` is what they must confirm with
 * their bank.
 */
const presentCurrentUser = (
  readModels: ReadModels,
  requireVerifiedEmail: boolean,
  { userId, role, abilities, verified, operator, factorDue, ...viewer }: Viewer,
  action: PaymentAction | null,
): CurrentUser | undefined => {
  const { directory, lists, views } = readModels
  const { accounts, pictures } = directory
  const user = accounts.user(userId)
  if (!user || user.name === null || user.email === null) return undefined
  const { id, name, email, pending_email, country_code, phone, two_factor } = user
  const ofSessions =
    viewer.token === null
      ? { pending_email, country_code, phone }
      : { pending_email: null, country_code: null, phone: null }
  return {
    id,
    name,
    email,
    ...ofSessions,
    two_factor,
    ...pictures.photoOf(id),
    last_read_announcements_at: lists.inbox.announcementsReadAt(id),
    must_verify_email: requireVerifiedEmail && !verified,
    second_factor_due: factorDue,
    impersonated: viewer.impersonator !== null,
    operator,
    list_looks: views.listLooks.of(id),
    role_on_current_team: role,
    abilities,
    rights: teamRights.filter((right) => holdsRight({ role, token: viewer.token }, right)),
    trial_ends_at: null,
    ...presentBilling(directory, { id }, { viewer, isPayer: true, trialEndsAt: null, action }),
  }
}

type Setup = {
  ledger: Ledger
  content: ContentStore
  digest: (purpose: string, text: string) => string
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether users must verify their e-mail address (D-94). */
  requireVerifiedEmail: boolean
  /** Whether mails reach people, so that a new address is pending until its link was followed (D-115). */
  mailGoesOut: boolean
}

/** Presents users to themselves; 401 for one who is erased. */
export const userPresenter =
  (readModels: ReadModels, requireVerifiedEmail: boolean) =>
  (actor: SignedIn, action: PaymentAction | null): CurrentUser => {
    const user = presentCurrentUser(readModels, requireVerifiedEmail, actor, action)
    if (!user) throw unauthenticated()
    return user
  }

/** Routes of the signed-in user's own account. */
export const accountRoutes = (
  { ledger, content, digest, operatorEmails, requireVerifiedEmail, mailGoesOut }: Setup,
  readModels: ReadModels,
): Route[] => {
  const present = userPresenter(readModels, requireVerifiedEmail)
  const actionFor = ({ userId }: SignedIn) => paymentActionOf(ledger, readModels.directory, { id: userId })

  return [
    route(currentUser, async ({ actor }) => resource(present(actor, await actionFor(actor)))),

    route(updateContact, async ({ actor, body, context, request }) => {
      const before = await loadUser(ledger, actor.userId)
      const { name, email, pending_email } = body
      const wanted = { name, email, from: before.email ?? '' }
      if (email !== wanted.from) requireConfirmed(request)
      refuseReservedEmail(operatorEmails, email, before.email)
      const flags = { needsProof: requireVerifiedEmail, dropsPending: pending_email === null }
      const { user, position } =
        mailGoesOut && foldedText(email) !== foldedText(wanted.from)
          ? await changeUser(ledger, actor.userId, { type: 'RequestEmailChange', ...wanted, at: context.at }, context)
          : await changeAddress(ledger, digest, before, { type: 'UpdateContact', ...wanted, ...flags }, context)
      const verified = actor.verified && user.email === before.email
      const action = await actionFor(actor)
      return resource(() => present({ ...actor, verified }, action), position)
    }),

    route(uploadPhoto, async ({ actor, files, context }) => {
      const position = await receivePicture({ ledger, content }, { kind: 'user', id: actor.userId }, files, context)
      const action = await actionFor(actor)
      return resource(() => present(actor, action), position)
    }),
  ]
}
