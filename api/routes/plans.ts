import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { TaxOf } from '#api/sagas/give-address.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import { type PagePayment, showPayment } from '#schemas/resources/payment.ts'
import { listPlans } from '#schemas/resources/plans.ts'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'

export const planRoutes = (plans: readonly Plan[]): Route[] => [route(listPlans, () => resource([...plans]))]

/** How cards are entered: `form` is what the page knows of it. */
export const paymentRoutes = (form: PagePayment, { clientToken }: Pick<PaymentQuestions, 'clientToken'>): Route[] => [
  route(showPayment, async () => resource({ ...form, client_token: await clientToken() })),
]

export const taxRateRoutes = (taxOf: TaxOf): Route[] => [
  route(showTaxRate, ({ body: { vat_id: vatId, ...place } }) => resource({ rate: taxOf({ ...place, vatId }).rate })),
]
