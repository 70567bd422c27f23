import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'
import { maxFound, OperatorQuery } from './kiosk-search.ts'

/** A user as operators find them. */
const FoundUser = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  photo_url: z.string().nullable(),
  created_at: z.iso.datetime().nullable(),
})
export type FoundUser = z.infer<typeof FoundUser>

const params = z.object({ id: UserId })

export const searchUsers = endpoint('POST /spark/kiosk/users/search', {
  limits: { slow: true },
  summary: 'Users whose name and address hold every word, newest first',
  about: `The ${maxFound} newest of them. \`*\` in a word stands for any characters. The id of a user finds that user, a blank query the newest users.`,
  access: 'operator',
  body: OperatorQuery,
  response: z.array(FoundUser),
})

export const sendProofToUser = endpoint('POST /api/kiosk/users/{id}/email-proof', {
  summary: "Mail a link that verifies a user's e-mail address",
  about: 'Nothing is sent if it is verified already.',
  access: 'operator',
  params,
})

export const verifyEmailOfUser = endpoint('POST /api/kiosk/users/{id}/verify-email', {
  summary: "Verify a user's e-mail address by hand",
  about:
    'For who gets no mail, and has shown otherwise that the address is theirs. 403 for the address of an operator.',
  access: 'operator',
  caller: { confirmed: true },
  params,
})
