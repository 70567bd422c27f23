import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { type PaymentForm, showPayment } from '#schemas/resources/payment.ts'

export const paymentRoutes = (form: PaymentForm): Route[] => [route(showPayment, () => resource(form))]
