import { lazy } from 'react'
import type { TabOfPage } from '#web/components/hash-tabs.tsx'
import type { Account } from '#web/features/billing/account.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const loadSubscription = retryingImport(async () => ({
  default: (await import('#web/features/billing/subscription-tab.tsx')).SubscriptionTab,
}))
const loadPaymentMethod = retryingImport(async () => ({
  default: (await import('#web/features/billing/payment-method-tab.tsx')).PaymentMethodTab,
}))
const loadInvoices = retryingImport(async () => ({
  default: (await import('#web/features/billing/invoices-tab.tsx')).InvoicesTab,
}))
const SubscriptionTab = lazy(loadSubscription)
const PaymentMethodTab = lazy(loadPaymentMethod)
const InvoicesTab = lazy(loadInvoices)

/** The tabs of whoever pays: the owner of a team, or the user (D-97, P-1). Their code loads with them. */
export const billingTabs = (account: Account): TabOfPage[] => [
  {
    value: 'subscription',
    label: 'Subscription',
    load: loadSubscription,
    panel: <SubscriptionTab account={account} />,
  },
  {
    value: 'payment-method',
    label: 'Payment method',
    load: loadPaymentMethod,
    panel: <PaymentMethodTab account={account} />,
  },
  { value: 'invoices', label: 'Invoices', load: loadInvoices, panel: <InvoicesTab account={account} /> },
]
