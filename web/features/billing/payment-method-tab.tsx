import { Button, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Card, cardError, givenCard, noCard } from '#web/components/card/card.ts'
import { CardField } from '#web/components/card/card-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { type Account, billingOf, useFollowed } from '#web/features/billing/account.ts'
import { AddressPanel, InformationPanel, VatPanel } from '#web/features/billing/buyer-panels.tsx'
import { CardName } from '#web/features/billing/card-name.tsx'
import styles from '#web/features/billing/card-panel.module.css'
import { useChanged } from '#web/lib/use-changed.ts'

const ReplaceCardForm = ({ account, onDone }: { account: Account; onDone: () => void }) => {
  const { calls, params } = billingOf(account)
  const changed = useChanged(['signed-in'])
  const card = useRef<Card>(null)
  const { form, ...state } = useEndpointForm({
    endpoint: calls.replaceCard,
    params,
    initial: noCard,
    prepare: async (values) => ({ ...values, ...(await card.current?.token()) }),
    body: (values) => givenCard(values) as never,
    onDone: async () => {
      card.current?.reset()
      await changed('Your card has been updated.')
      onDone()
    },
  })
  return (
    <EndpointForm {...state} action={['Update Card', 'Updating Card']} narrow>
      <CardField ref={card} error={cardError(form.errors)} />
    </EndpointForm>
  )
}

/** The card that is paid with, and a form for another one. */
const CardPanel = ({ account }: { account: Account }) => {
  const { card_brand, card_last_four } = account.billing
  const [replacing, setReplacing] = useState(false)
  return (
    <Panel title="Card">
      {card_brand !== null && (
        <div className={styles.line}>
          <CardName brand={card_brand} lastFour={card_last_four} />
          {!replacing && (
            <Button variant="default" size="xs" onClick={() => setReplacing(true)}>
              Replace Card
            </Button>
          )}
        </div>
      )}
      {card_brand === null && <Text c="dimmed">No card has been added yet. A plan asks for one as well.</Text>}
      {(card_brand === null || replacing) && <ReplaceCardForm account={account} onDone={() => setReplacing(false)} />}
    </Panel>
  )
}

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
