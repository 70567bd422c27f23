import { billingRoutes } from './resources/billing.ts'
import { catalogueRoutes } from './resources/catalogue.ts'
import { clockRoutes } from './resources/clock.ts'
import { couponRoutes } from './resources/coupons.ts'
import { customerRoutes } from './resources/customers.ts'
import { invoiceRoutes } from './resources/invoices.ts'
import { paymentMethodRoutes } from './resources/payment-methods.ts'
import { refundRoutes } from './resources/refunds.ts'
import { subscriptionRoutes } from './resources/subscriptions.ts'
import { taxIdRoutes } from './resources/tax-ids.ts'
import type { Route } from './routes.ts'

/** Every call that the sandbox answers. */
export const routes: readonly Route[] = [
  ...billingRoutes,
  ...catalogueRoutes,
  ...clockRoutes,
  ...couponRoutes,
  ...customerRoutes,
  ...invoiceRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...subscriptionRoutes,
  ...taxIdRoutes,
]
