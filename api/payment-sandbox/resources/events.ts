import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { flag, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/events'

const listSchema = parameters<Stripe.EventListParams>()({
  ...paging,
  created: times.optional(),
  delivery_success: flag.optional(),
  type: text.optional(),
  types: z.array(text).max(20).optional(),
})

export const eventRoutes = [
  route('GET', path, listSchema, ({ store }, params) => {
    const { type, types, delivery_success: delivered } = params
    if (type !== undefined && types !== undefined) {
      throw invalidRequest('You may only specify one of these parameters: type, types.', { param: 'types' })
    }
    return listPage<Stripe.EventBase>(store, 'event', params, path, {
      type: types ?? (type === undefined ? undefined : [type]),
      pending_webhooks: delivered === undefined ? undefined : delivered ? 0 : 1,
    })
  }),
  route('GET', `${path}/:id`, noParameters, ({ store }, _, [id]) => {
    const event = store.find<Stripe.EventBase>('event', id)
    if (event === undefined) throw noSuch('event', id, 'id')
    return event
  }),
]
