import type Stripe from 'stripe'
import { endDiscount } from '../billing/discounts.ts'
import { detach } from '../billing/payment-methods.ts'
import { isOver } from '../billing/subscription-state.ts'
import { noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import { noParameters } from '../parameters.ts'
import { route } from '../routes.ts'
import { customerOf } from './customers.ts'
import { cancelNow } from './subscriptions.ts'

export const customerDeletionRoutes = [
  /** Ends what is running at once; invoices stay. */
  route('DELETE', '/v1/customers/:id', noParameters, (context, _, [id]) => {
    const { store } = context
    const customer = customerOf(context, id)
    for (const subscription of store.list<Stripe.Subscription>('subscription', { customer: id })) {
      if (!isOver(subscription)) cancelNow(context, subscription)
    }
    for (const method of store.list<Stripe.PaymentMethod>('payment_method', { customer: id })) detach(context, method)
    emit(context, 'customer.deleted', customer)
    const deleted: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
    store.put(deleted)
    return deleted
  }),
  /** A discount cannot be put on a customer any more; the call is left over from when it could. */
  route('DELETE', '/v1/customers/:id/discount', noParameters, (context, _, [id]) => {
    const { discount } = customerOf(context, id)
    if (discount === null || discount === undefined) throw noSuch('discount', id, 'id')
    return endDiscount(context, discount)
  }),
]
