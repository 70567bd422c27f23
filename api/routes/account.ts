import type { ContentStore } from '#api/adapters/content-store.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { unauthenticated } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type CurrentUser, currentUser, updateContact, uploadPhoto } from '#schemas/resources/users.ts'
import { changeContact, refuseReservedEmail } from './contact.ts'
import { loadUser } from './own-user.ts'
import type { ReadModels } from './reading.ts'
import { receivePicture } from './receive-picture.ts'

type Setup = {
  ledger: Ledger
  content: ContentStore
  digest: (purpose: string, text: string) => string
  /** Lower case (D-02). */
  operatorEmails: readonly string[]
  /** Whether addresses are to be verified (D-94). */
  requireVerifiedEmail: boolean
}

/** The signed-in user: what is known of them, and how they change it. */
export const accountRoutes = (
  { ledger, content, digest, operatorEmails, requireVerifiedEmail }: Setup,
  { accounts, inbox, pictures }: Pick<ReadModels, 'accounts' | 'inbox' | 'pictures'>,
): Route[] => {
  const present = (
    { userId, role, abilities, verified, impersonator }: SignedIn,
    changes: Partial<CurrentUser> = {},
  ): CurrentUser => {
    const user = accounts.user(userId)
    if (!user || user.name === null || user.email === null) throw unauthenticated()
    const { id, name, email, country_code, phone, two_factor } = user
    return {
      ...{ id, name, email, country_code, phone, two_factor },
      photo_url: pictures.urlOf(id),
      photo_state: pictures.stateOf(id),
      last_read_announcements_at: inbox.announcementsReadAt(id),
      must_verify_email: requireVerifiedEmail && !verified,
      impersonated: impersonator !== null,
      role_on_current_team: role,
      abilities,
      ...changes,
    }
  }

  return [
    route(currentUser, ({ actor }) => resource(present(actor))),

    route(updateContact, async ({ actor, body, context }) => {
      const user = await loadUser(ledger, actor.userId)
      refuseReservedEmail(operatorEmails, body.email, user.email)
      const { position } = await changeContact(
        ledger,
        digest,
        user,
        { ...body, askProof: requireVerifiedEmail },
        context,
      )
      const moved = body.email !== user.email
      const changes = moved ? { ...body, must_verify_email: requireVerifiedEmail } : body
      return resource(present(actor, changes), position)
    }),

    route(uploadPhoto, async ({ actor, files, context }) => {
      const position = await receivePicture({ ledger, content }, { kind: 'user', id: actor.userId }, files, context)
      return resource(present(actor, { photo_state: 'pending' }), position)
    }),
  ]
}
