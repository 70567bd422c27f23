import type { Billing } from '#schemas/resources/billable.ts'

/** The plan and the state of a subscription: 'starter-monthly (trialing)'; null without one. */
export const subscriptionOf = ({ subscriptions: [present] }: Pick<Billing, 'subscriptions'>): string | null =>
  present ? `${present.provider_plan} (${present.status})` : null
