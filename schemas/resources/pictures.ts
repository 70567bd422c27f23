import { z } from 'zod'
import { drawnType } from '#schemas/records/picture-state.ts'
import { endpoint } from '../endpoint.ts'

/** A user's picture for members of a common team, a team's for its members; 404 for everybody else. */
export const showPicture = endpoint('GET /photos/{id}', {
  summary: 'The picture of a user or a team, WebP, 300 x 300',
  access: 'signed-in',
  caller: { byToken: true },
  params: z.object({ id: z.uuid() }),
  response: 'content',
  transport: { content: { types: [drawnType] } },
})
