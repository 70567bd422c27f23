import { z } from 'zod'
import { optionalText } from '#schemas/text/fields.ts'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'

/** A link that an operator follows; the session is then the user's, and says so (D-64). */
export const impersonate = endpoint('GET /spark/kiosk/users/impersonate/{id}', {
  summary: 'Work in the name of a user, and go to their dashboard',
  access: 'operator',
  caller: { fromOwnPages: true },
  params: z.object({ id: UserId }),
  status: 302,
})

/** Ends by itself after an hour; the user is then told who it was, and why (D-64). */
export const startImpersonation = endpoint('POST /spark/kiosk/users/impersonate/{id}', {
  summary: 'Work in the name of a user, for a reason that they and the history are told',
  access: 'operator',
  caller: { fromOwnPages: true },
  params: z.object({ id: UserId }),
  body: z.object({ reason: optionalText('reason') }),
})

/** 404 without an impersonation. */
export const stopImpersonating = endpoint('GET /spark/kiosk/users/stop-impersonating', {
  summary: "Go back to the operator's own session",
  access: 'signed-in',
  caller: { unverified: true, fromOwnPages: true },
  status: 302,
})
