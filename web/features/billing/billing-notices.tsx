import { Alert, Button, Group, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Billing } from '#schemas/resources/billable.ts'
import { TestMode } from '#web/components/card/test-mode.tsx'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { liveSubscription } from '#web/features/billing/plan-words.ts'
import type { PayerConfirmation } from '#web/features/billing/use-payer-confirmation.ts'
import { payment } from '#web/lib/settings.ts'

type NoticeProps = { color: string; icon: ReactNode; title: string; children: ReactNode; role?: string }

const inText = 'var(--mantine-color-text)'

const Notice = ({ color, icon, title, children, role = 'status' }: NoticeProps) => (
  <Alert
    color={color}
    variant="light"
    icon={icon}
    title={title}
    role={role}
    mb="md"
    styles={{ title: { color: inText } }}
  >
    {children}
  </Alert>
)

const Words = ({ children }: { children: ReactNode }) => (
  <Text size="md" c={inText}>
    {children}
  </Text>
)

/** A renewal could not be charged; the plan is kept for 14 days (D-97, P-8). */
const PastDue = () => (
  <Notice color="red" icon={<Icon name="alert" size={18} />} title="Your last payment failed" role="alert">
    <Words>
      The plan is kept for 14 days.{' '}
      <TextLink to="." hash="/payment-method" underline="always">
        Pay with another card
      </TextLink>{' '}
      to go on with it.
    </Words>
  </Notice>
)

/** The provider is slow: the change goes on by itself, and the page shows it when it is done. */
const UnderWay = () => (
  <Notice color="blue" icon={<Loader size={18} color="currentColor" />} title="A change is under way">
    <Words>
      The payment provider needs a moment. You can leave this page or wait: it shows the change as soon as it is done.
    </Words>
  </Notice>
)

/** The payer's bank wants a payment to be confirmed; it can be done now, later, or not at all. */
const Confirm = ({ confirmation, order }: { confirmation: PayerConfirmation; order: Billing['billing_order'] }) => (
  <Notice color="orange" icon={<Icon name="alert" size={18} />} title="Your bank asks you to confirm">
    <Words>
      {order === null ? 'A payment waits for it.' : 'The change takes effect once you have confirmed the payment.'}
    </Words>
    <Group gap="sm" mt="sm">
      <Button size="xs" disabled={confirmation.busy} onClick={confirmation.begin}>
        Confirm payment
      </Button>
      {order !== null && (
        <Button size="xs" variant="default" disabled={confirmation.busy} onClick={confirmation.giveUp}>
          Do not make the change
        </Button>
      )}
    </Group>
  </Notice>
)

/** The notices that a payer sees before anything else. */
export const BillingNotices = ({ billing, confirmation }: { billing: Billing; confirmation: PayerConfirmation }) => {
  const { payment_action, billing_order } = billing
  return (
    <>
      {payment().provider === 'sandbox' && <TestMode />}
      {liveSubscription(billing)?.status === 'past_due' && <PastDue />}
      {payment_action !== null && <Confirm confirmation={confirmation} order={billing_order} />}
      {payment_action === null && billing_order !== null && <UnderWay />}
      {confirmation.failure && <Failure message={confirmation.failure} />}
    </>
  )
}
