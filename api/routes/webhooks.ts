import type { ReadNews } from '#api/adapters/payment/payment-news.ts'
import { providerEventDecider } from '#api/domain/message.ts'
import { handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { empty } from '#api/http/answer.ts'
import { malformed } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { PaymentProvider } from '#schemas/billing/billable.ts'
import { receiveBraintreeNews, receiveStripeNews } from '#schemas/resources/webhooks.ts'

type Setup = { ledger: Ledger; provider: PaymentProvider; readNews: ReadNews | undefined }

const unsigned = () => malformed('The signature is missing, wrong or too old.').recordedAs('webhook_refused')

/** `readNews` is undefined where no secret is known that news are signed with. */
export const webhookRoutes = (
  { ledger, provider, readNews }: Setup,
  { billingAccounts }: ReadModels['directory'],
): Route[] =>
  readNews === undefined
    ? []
    : [
        route(
          provider === 'braintree' ? receiveBraintreeNews : receiveStripeNews,
          async ({ bytes, context, request }) => {
            const read = await readNews(bytes, request.get('stripe-signature') ?? '')
            if (read.is === 'unsigned') throw unsigned()
            if (read.is === 'news') {
              const { objectId } = read.news
              const customerId = read.news.customerId ?? (objectId && billingAccounts.customerOf(objectId))
              if (customerId === null) return empty()
              const news = { ...read.news, customerId }
              const command = { type: 'ReceiveProviderEvent', news } as const
              await handleNew(ledger, providerEventDecider, providerEventStream(news), command, context)
            }
            return empty()
          },
        ),
      ]
