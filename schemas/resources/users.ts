import { z } from 'zod'
import { Abilities, Role } from '../abilities.ts'
import { endpoint } from '../endpoint.ts'
import { UserId } from '../ids.ts'

/** The signed-in user, with what they may do in their current team (ENT2-01). */
export const CurrentUser = z.object({
  id: UserId,
  name: z.string(),
  email: z.string(),
  role_on_current_team: Role.nullable(),
  abilities: Abilities,
})
export type CurrentUser = z.infer<typeof CurrentUser>

export const currentUser = endpoint({
  method: 'GET',
  path: '/user/current',
  summary: 'The signed-in user',
  access: 'signed-in',
  response: CurrentUser,
  status: 200,
})
