import { type Account, useFollowed } from '#web/features/billing/account.ts'
import { AddressPanel } from '#web/features/billing/address-panel.tsx'
import { CardPanel } from '#web/features/billing/card-panel.tsx'
import { InformationPanel } from '#web/features/billing/information-panel.tsx'
import { VatPanel } from '#web/features/billing/vat-panel.tsx'

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
