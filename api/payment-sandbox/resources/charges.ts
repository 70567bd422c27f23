import type Stripe from 'stripe'
import { noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/charges'

const listSchema = parameters<Stripe.ChargeListParams>()({
  ...paging,
  created: times.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
})

export const chargeRoutes = [
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Charge>(store, 'charge', params, path, {
      customer: params.customer,
      payment_intent: params.payment_intent,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, ({ store }, _, [id]) => {
    const charge = store.find<Stripe.Charge>('charge', id)
    if (charge === undefined) throw noSuch('charge', id, 'id')
    return charge
  }),
]
