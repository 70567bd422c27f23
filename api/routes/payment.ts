import type { PaymentQuestions } from '#api/adapters/payment/payment-questions.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { type PagePayment, showPayment } from '#schemas/resources/payment.ts'

/** How cards are entered: `form` is what the page knows of it. */
export const paymentRoutes = (form: PagePayment, { clientToken }: Pick<PaymentQuestions, 'clientToken'>): Route[] => [
  route(showPayment, async () => resource({ ...form, client_token: await clientToken() })),
]
