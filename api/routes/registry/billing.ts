import type { Route } from '#api/http/route.ts'
import { presentTeam } from '#api/presenters/team.ts'
import { userPresenter } from '#api/routes/account.ts'
import { billingRoutes } from '#api/routes/billing.ts'
import { couponRoutes } from '#api/routes/coupons.ts'
import { invoiceRoutes } from '#api/routes/invoices.ts'
import { kioskBillingRoutes } from '#api/routes/kiosk-billing.ts'
import { kioskDiscountRoutes } from '#api/routes/kiosk-discounts.ts'
import { paymentRoutes } from '#api/routes/payment.ts'
import { planRoutes } from '#api/routes/plans.ts'
import { subscriptionPreviewRoutes } from '#api/routes/subscription-previews.ts'
import { taxRateRoutes } from '#api/routes/tax-rate.ts'
import { webhookRoutes } from '#api/routes/webhooks.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { RouteSetup } from './setup.ts'

/** Routes of plans, subscriptions and invoices. */
export const billingArea = ({
  ledger,
  readModels,
  requireVerifiedEmail,
  plans,
  payment,
  payments,
  orders,
  readNews,
  quota,
  planChanges,
  taxOf,
  newsAsked,
}: RouteSetup): Route[] => [
  ...billingRoutes(
    {
      ledger,
      taxOf,
      payments,
      plans,
      currency: payment.currency,
      orders,
      quota,
      changes: planChanges,
      showUser: userPresenter(readModels, requireVerifiedEmail),
      showTeam: (teamId, viewer, action) =>
        presentTeam(readModels, orNotFound(readModels.teams.team(teamId)), viewer, { action }),
    },
    readModels,
  ),
  ...couponRoutes({ ledger, payments, orders, currency: payment.currency }, readModels),
  ...kioskDiscountRoutes({ ledger, orders, currency: payment.currency }, readModels),
  ...subscriptionPreviewRoutes({ ledger, quota, taxOf, payments, plans, currency: payment.currency }, readModels),
  ...invoiceRoutes(ledger, readModels),
  ...planRoutes(plans),
  ...paymentRoutes(payment, payments),
  ...webhookRoutes({ ledger, provider: payment.provider, readNews }, readModels),
  ...kioskBillingRoutes(ledger, payment.provider, newsAsked, readModels),
  ...taxRateRoutes(taxOf),
]
