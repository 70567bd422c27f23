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

export const searchUsers = endpoint({
  method: 'POST',
  path: '/spark/kiosk/users/search',
  summary: 'Users whose name and address hold every word, newest first',
  about: `The ${maxFound} newest of them. The id of a user finds that user, a blank query the newest users.`,
  access: 'operator',
  body: OperatorQuery,
  response: z.array(FoundUser),
  status: 200,
})
