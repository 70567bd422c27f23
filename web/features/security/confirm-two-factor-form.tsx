import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core'
import type { FactorMethod } from '#schemas/events/user.ts'
import { confirmTwoFactor } from '#schemas/resources/two-factor.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import styles from '#web/features/security/confirm-two-factor-form.module.css'
import { QrCode } from '#web/features/security/qr-code.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** A second factor that waits for confirmation; `setUpUrl` is null when there is nothing to set up. */
export type StartedFactor = { method: FactorMethod; resetCode: string; setUpUrl: string | null }

type Props = { started: StartedFactor; onConfirmed: () => unknown; onBack: () => void }

const ResetCode = ({ code }: { code: string }) => (
  <div className={styles.steps}>
    <Text size="md">
      Keep this reset code in a safe place: if you lose your phone, it signs you in once. This is the only time that it
      is shown.
    </Text>
    <code className={styles.reset}>{code}</code>
    <CopyButton value={code}>
      {({ copied, copy }) => (
        <Button variant="default" size="xs" onClick={copy} style={{ justifySelf: 'start' }}>
          {copied ? 'Copied' : 'Copy the reset code'}
        </Button>
      )}
    </CopyButton>
  </div>
)

/** The second step of setting up two-factor authentication: a first code enables it (D-09). */
export const ConfirmTwoFactorForm = ({ started, onConfirmed, onBack }: Props) => {
  const { form, ...state } = useEndpointForm({
    endpoint: confirmTwoFactor,
    initial: { code: '' },
    body: (values) => values,
    onDone: onConfirmed,
  })
  return (
    <>
      <ResetCode code={started.resetCode} />
      {started.setUpUrl ? (
        <div className={styles.steps}>
          <Text size="md">Scan this with your authenticator app, then type the code that it shows.</Text>
          <QrCode text={started.setUpUrl} className={styles.code ?? ''} />
        </div>
      ) : (
        <Text size="md">Type the code that we sent to your phone.</Text>
      )}
      <EndpointForm {...state} action={['Turn on', 'Turning on']}>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          {...form.getInputProps('code')}
        />
      </EndpointForm>
      <Group>
        <Button variant="subtle" size="xs" onClick={onBack}>
          Start again
        </Button>
      </Group>
    </>
  )
}
