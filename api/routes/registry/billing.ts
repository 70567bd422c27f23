import type { NewsAsked } from '#api/adapters/news-asked.ts'
import type { ReadNews } from '#api/adapters/payment/payment-news.ts'
import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Route } from '#api/http/route.ts'
import { presentTeam } from '#api/presenters/team.ts'
import { userPresenter } from '#api/routes/account.ts'
import { billingRoutes } from '#api/routes/billing.ts'
import { couponRoutes, kioskDiscountRoutes } from '#api/routes/coupons.ts'
import { invoiceRoutes, kioskBillingRoutes } from '#api/routes/invoices.ts'
import { paymentRoutes, planRoutes, taxRateRoutes } from '#api/routes/plans.ts'
import { subscriptionPreviewRoutes } from '#api/routes/subscription-previews.ts'
import { webhookRoutes } from '#api/routes/webhooks.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import type { BillingOrders } from '#api/services/billing/billing-orders.ts'
import type { PlanChanges } from '#api/services/billing/plan-changes.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { SiteQuota } from '#api/services/records/site-quota.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'

type BillingAreaSetup = {
  ledger: Ledger
  readModels: ReadModels
  /** Whether users must verify their e-mail address (D-94). */
  requireVerifiedEmail: boolean
  plans: readonly Plan[]
  payment: PagePayment
  /** What may be asked of the payment provider. */
  payments: PaymentQuestions
  orders: BillingOrders
  /** Reads what a payment provider sends; undefined where nobody knows how it is signed. */
  readNews: ReadNews | undefined
  /** The site quotas of all teams. */
  quota: SiteQuota
  /** Changes of plan that begin in this process. */
  planChanges: PlanChanges
  taxOf: TaxOf
  newsAsked: Pick<NewsAsked, 'at'>
}

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
}: BillingAreaSetup): Route[] => [
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
