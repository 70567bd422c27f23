import type { Includable } from './expand.ts'
import { chargeRoutes } from './resources/charges.ts'
import { couponRoutes } from './resources/coupons.ts'
import { customerDeletionRoutes } from './resources/customer-deletion.ts'
import { customerSearchRoutes } from './resources/customer-search.ts'
import { customerRoutes } from './resources/customers.ts'
import { eventRoutes } from './resources/events.ts'
import { invoiceItemRoutes } from './resources/invoice-items.ts'
import { includedPayments, invoicePaymentRoutes } from './resources/invoice-payments.ts'
import { invoicePreviewRoutes } from './resources/invoice-previews.ts'
import { invoiceIncludable, invoiceRoutes } from './resources/invoices.ts'
import { paymentIntentRoutes } from './resources/payment-intents.ts'
import { paymentMethodRoutes } from './resources/payment-methods.ts'
import { priceRoutes } from './resources/prices.ts'
import { productRoutes } from './resources/products.ts'
import { promotionCodeRoutes } from './resources/promotion-codes.ts'
import { includedRefunds, refundRoutes } from './resources/refunds.ts'
import { setupIntentRoutes } from './resources/setup-intents.ts'
import { includedSubscriptions, subscriptionRoutes } from './resources/subscriptions.ts'
import { includedTaxIds, taxIdRoutes } from './resources/tax-ids.ts'
import { taxRateRoutes } from './resources/tax-rates.ts'
import { testClockRoutes } from './resources/test-clocks.ts'
import type { Route } from './routes.ts'

/** Every call that the sandbox answers. */
export const routes: readonly Route[] = [
  ...chargeRoutes,
  ...couponRoutes,
  ...customerDeletionRoutes,
  // Before the calls with an id in the place of `search`.
  ...customerSearchRoutes,
  ...customerRoutes,
  ...eventRoutes,
  ...invoiceItemRoutes,
  ...invoicePaymentRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...priceRoutes,
  ...productRoutes,
  ...promotionCodeRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...taxIdRoutes,
  ...taxRateRoutes,
  ...testClockRoutes,
]

/** Fields that are in an answer where `expand` names them, and not otherwise. */
export const includable: Includable = {
  charge: { refunds: includedRefunds },
  customer: { subscriptions: includedSubscriptions, tax_ids: includedTaxIds },
  invoice: { ...invoiceIncludable, payments: includedPayments },
}
