import type { ReadModels } from '#api/services/read-models.ts'
import type { UserId } from '#schemas/ids.ts'
import type { PaymentAction } from '#schemas/resources/billable.ts'
import type { CurrentUser } from '#schemas/resources/users.ts'
import { presentBilling } from './billing.ts'

export type CurrentUserModels = Pick<ReadModels, 'accounts' | 'billingAccounts' | 'inbox' | 'listLooks' | 'pictures'>

/** The user and their rights, as their credential says. */
type Viewer = Pick<CurrentUser, 'abilities'> & {
  userId: UserId
  role: CurrentUser['role_on_current_team']
  verified: boolean
  operator: boolean
  factorDue: boolean
  impersonator: unknown
}

/**
 * The signed-in user, as they see themselves; undefined once they are erased. `action` is what they must confirm with
 * their bank.
 */
export const presentCurrentUser = (
  models: CurrentUserModels,
  requireVerifiedEmail: boolean,
  { userId, role, abilities, verified, operator, factorDue, impersonator }: Viewer,
  action: PaymentAction | null,
): CurrentUser | undefined => {
  const { accounts, inbox, listLooks, pictures } = models
  const user = accounts.user(userId)
  if (!user || user.name === null || user.email === null) return undefined
  const { id, name, email, pending_email, country_code, phone, two_factor } = user
  return {
    ...{ id, name, email, pending_email, country_code, phone, two_factor },
    ...pictures.photoOf(id),
    last_read_announcements_at: inbox.announcementsReadAt(id),
    must_verify_email: requireVerifiedEmail && !verified,
    second_factor_due: factorDue,
    impersonated: impersonator !== null,
    operator,
    list_looks: listLooks.of(id),
    role_on_current_team: role,
    abilities,
    trial_ends_at: null,
    ...presentBilling(models, { id }, { as: 'payer', trialEndsAt: null, action }),
  }
}
