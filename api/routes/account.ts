import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { unauthenticated } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { requireConfirmed } from '#api/http/session.ts'
import { type CurrentUserModels, presentCurrentUser } from '#api/presenters/current-user.ts'
import { changeContact, refuseReservedEmail } from '#api/services/contact.ts'
import { loadUser } from '#api/services/own-user.ts'
import { paymentActionOf } from '#api/services/payment-action.ts'
import { receivePicture } from '#api/services/receive-picture.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import { type CurrentUser, currentUser, updateContact, uploadPhoto } from '#schemas/resources/users.ts'

type Setup = {
  ledger: Ledger
  content: ContentStore
  digest: (purpose: string, text: string) => string
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether users must verify their e-mail address (D-94). */
  requireVerifiedEmail: boolean
}

/** Presents users to themselves; 401 for one who is erased. */
export const userPresenter =
  (models: CurrentUserModels, requireVerifiedEmail: boolean) =>
  (actor: SignedIn, action: PaymentAction | null): CurrentUser => {
    const user = presentCurrentUser(models, requireVerifiedEmail, actor, action)
    if (!user) throw unauthenticated()
    return user
  }

/** Routes of the signed-in user's own account. */
export const accountRoutes = (
  { ledger, content, digest, operatorEmails, requireVerifiedEmail }: Setup,
  models: CurrentUserModels,
): Route[] => {
  const present = userPresenter(models, requireVerifiedEmail)
  const actionFor = ({ userId }: SignedIn) => paymentActionOf(ledger, models, { id: userId })

  return [
    route(currentUser, async ({ actor }) => resource(present(actor, await actionFor(actor)))),

    route(updateContact, async ({ actor, body, context, request }) => {
      const user = await loadUser(ledger, actor.userId)
      if (body.email !== user.email) requireConfirmed(request)
      refuseReservedEmail(operatorEmails, body.email, user.email)
      const { position } = await changeContact(
        ledger,
        digest,
        user,
        { ...body, needsProof: requireVerifiedEmail },
        context,
      )
      const verified = actor.verified && body.email === user.email
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
