import type * as impersonation from '#schemas/resources/impersonation.ts'
import type * as discounts from '#schemas/resources/kiosk-discounts.ts'
import type * as users from '#schemas/resources/kiosk-users.ts'
import type * as sessions from '#schemas/resources/sessions.ts'
import type * as factors from '#schemas/resources/two-factor.ts'
import { call } from '#web/lib/call.ts'

export const searchUsers = call<typeof users.searchUsers>('POST', '/spark/kiosk/users/search', 'operator')
/** A link: the page that it leads to belongs to another session (D-64). */
export const impersonate = call<typeof impersonation.impersonate>(
  'GET',
  '/spark/kiosk/users/impersonate/{id}',
  'operator',
  { response: 'empty' },
)
export const startImpersonation = call<typeof impersonation.startImpersonation>(
  'POST',
  '/spark/kiosk/users/impersonate/{id}',
  'operator',
  { response: 'empty' },
)
export const giveUserDiscount = call<typeof discounts.giveUserDiscount>(
  'POST',
  '/spark/kiosk/users/discount/{userId}',
  'operator',
)
export const replaceResetCode = call<typeof factors.replaceResetCode>(
  'POST',
  '/spark/kiosk/users/{id}/two-factor-reset-code',
  'operator',
)
export const sendProofToUser = call<typeof users.sendProofToUser>(
  'POST',
  '/api/kiosk/users/{id}/email-proof',
  'operator',
  { response: 'empty' },
)
export const verifyEmailOfUser = call<typeof users.verifyEmailOfUser>(
  'POST',
  '/api/kiosk/users/{id}/verify-email',
  'operator',
  { response: 'empty' },
)
export const endSessionsOfUser = call<typeof sessions.endSessionsOfUser>(
  'DELETE',
  '/api/kiosk/users/{id}/sessions',
  'operator',
  { response: 'empty' },
)
