import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { drawnType } from '../picture-state.ts'

/** Of a user to those in a team with them, of a team to its members; 404 to everybody else. */
export const showPicture = endpoint({
  method: 'GET',
  path: '/photos/{id}',
  summary: 'The picture of a user or a team, WebP, 300 x 300',
  access: 'signed-in',
  byToken: true,
  params: z.object({ id: z.uuid() }),
  response: 'content',
  content: { types: [drawnType] },
  status: 200,
})
