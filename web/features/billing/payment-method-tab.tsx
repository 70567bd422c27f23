import { type Account, useFollowed } from '#web/features/billing/account.ts'
import { AddressPanel, InformationPanel, VatPanel } from '#web/features/billing/buyer-panels.tsx'
import { CardPanel } from '#web/features/billing/card-panel.tsx'

/** How an account is paid for, and who stands on its invoices. */
export const PaymentMethodTab = ({ account }: { account: Account }) => {
  useFollowed(account)
  return (
    <>
      <CardPanel account={account} />
      <AddressPanel account={account} />
      <VatPanel account={account} />
      <InformationPanel account={account} />
    </>
  )
}
