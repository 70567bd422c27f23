import type { ReadModels } from '#api/services/read-models.ts'
import type { UserId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { type BillingViewer, presentBilling } from './billing.ts'

export type CurrentUserModels = Pick<ReadModels, 'accounts' | 'billingAccounts' | 'inbox' | 'listLooks' | 'pictures'>

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
export const presentCurrentUser = (
  models: CurrentUserModels,
  requireVerifiedEmail: boolean,
  { userId, role, abilities, verified, operator, factorDue, ...viewer }: Viewer,
  action: PaymentAction | null,
): CurrentUser | undefined => {
  const { accounts, inbox, listLooks, pictures } = models
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
    last_read_announcements_at: inbox.announcementsReadAt(id),
    must_verify_email: requireVerifiedEmail && !verified,
    second_factor_due: factorDue,
    impersonated: viewer.impersonator !== null,
    operator,
    list_looks: listLooks.of(id),
    role_on_current_team: role,
    abilities,
    trial_ends_at: null,
    ...presentBilling(models, { id }, { viewer, isPayer: true, trialEndsAt: null, action }),
  }
}
