import { z } from 'zod'
import { ListLook } from '../details/list-look.ts'
import { endpoint } from '../endpoint.ts'

export const chooseListLook = endpoint('PUT /settings/list-look', {
  summary: 'Choose how the lists of one kind look to the signed-in user',
  about: 'GET /user/current answers what is chosen, as `list_looks`.',
  access: 'signed-in',
  caller: { impersonated: 'How a list looks gives nobody a right.' },
  body: z.object(ListLook.shape),
  response: ListLook,
})
