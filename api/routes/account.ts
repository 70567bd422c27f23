import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { unauthenticated } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { requireConfirmed } from '#api/http/session.ts'
import { changeContact, refuseReservedEmail } from '#api/services/contact.ts'
import { loadUser } from '#api/services/own-user.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { receivePicture } from '#api/services/receive-picture.ts'
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

/** Routes of the signed-in user's own account. */
export const accountRoutes = (
  { ledger, content, digest, operatorEmails, requireVerifiedEmail }: Setup,
  { accounts, inbox, pictures }: Pick<ReadModels, 'accounts' | 'inbox' | 'pictures'>,
): Route[] => {
  const present = ({ userId, role, abilities, verified, factorDue, impersonator }: SignedIn): CurrentUser => {
    const user = accounts.user(userId)
    if (!user || user.name === null || user.email === null) throw unauthenticated()
    const { id, name, email, country_code, phone, two_factor } = user
    return {
      ...{ id, name, email, country_code, phone, two_factor },
      photo_url: pictures.urlOf(id),
      photo_state: pictures.stateOf(id),
      last_read_announcements_at: inbox.announcementsReadAt(id),
      must_verify_email: requireVerifiedEmail && !verified,
      second_factor_due: factorDue,
      impersonated: impersonator !== null,
      role_on_current_team: role,
      abilities,
    }
  }

  return [
    route(currentUser, ({ actor }) => resource(present(actor))),

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
      return resource(() => present({ ...actor, verified }), position)
    }),

    route(uploadPhoto, async ({ actor, files, context }) => {
      const position = await receivePicture({ ledger, content }, { kind: 'user', id: actor.userId }, files, context)
      return resource(() => present(actor), position)
    }),
  ]
}
