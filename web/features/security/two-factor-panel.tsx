import { Alert, Button, CopyButton, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { FactorMethod } from '#schemas/events/user.ts'
import { confirmTwoFactor, startTwoFactor, turnTwoFactorOff } from '#schemas/resources/two-factor.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Panel } from '#web/components/panel.tsx'
import { QrPicture } from '#web/components/qr-picture.tsx'
import styles from '#web/features/security/confirm-two-factor-form.module.css'
import { announce, announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { userQuery, useUser } from '#web/lib/session.ts'

/** The secret of an authenticator's address, in groups, for typing it without a camera. */
const secretIn = (address: string): string =>
  (new URL(address).searchParams.get('secret') ?? '').replace(/(.{4})/g, '$1 ').trim()

/** An authenticator's address as a QR code and its secret as text. */
const QrCode = ({ text, className }: { text: string; className: string }) => (
  <div>
    <QrPicture text={text} alt="QR code for your authenticator app" className={className} />
    <p>{`Or type this secret: ${secretIn(text)}`}</p>
  </div>
)

/** A second factor that waits for confirmation; `setUpUrl` is null when there is nothing to set up. */
type StartedFactor = { method: FactorMethod; resetCode: string; setUpUrl: string | null }

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
const ConfirmTwoFactorForm = ({ started, onConfirmed, onBack }: Props) => {
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

const methods: { value: FactorMethod; label: string }[] = [
  { value: 'app', label: 'Authenticator app' },
  { value: 'text', label: 'Text message' },
]

const TextWarning = () => (
  <Alert mt="sm" color="orange" variant="light" icon={<Icon name="alert" size={18} />}>
    A text message can be read on its way, and a phone number can be taken over. An authenticator app is safer: choose
    it if you can.
  </Alert>
)

/** The first step of setting up two-factor authentication: the method, and the phone (D-09). */
const StartTwoFactorForm = ({ onStarted }: { onStarted: (started: StartedFactor) => void }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: startTwoFactor,
    initial: { method: 'app' as FactorMethod, country_code: '44', phone: '' },
    body: (values) => values,
    onDone: ({ reset_code, otpauth_url }, { method }) =>
      onStarted({ method, resetCode: reset_code, setUpUrl: otpauth_url }),
  })
  return (
    <>
      <Text size="md">With two-factor authentication, signing in takes your password and a code from your phone.</Text>
      <EndpointForm {...state} action={['Continue', 'Starting']}>
        <div>
          <NativeSelect label="Get codes by" data={methods} {...form.getInputProps('method')} />
          <div role="status">{form.getValues().method === 'text' && <TextWarning />}</div>
        </div>
        <TextInput
          label="Country code"
          description="For example 44"
          inputMode="tel"
          autoComplete="tel-country-code"
          {...form.getInputProps('country_code')}
        />
        <TextInput label="Phone" type="tel" autoComplete="tel-national" {...form.getInputProps('phone')} />
      </EndpointForm>
    </>
  )
}

const TurnOff = ({ onDone }: { onDone: () => unknown }) => {
  const { two_factor, phone } = useUser()
  const off = useMutation({
    mutationFn: () => callApi(turnTwoFactorOff),
    onSuccess: onDone,
    onError: announceFailure,
  })
  const how = two_factor === 'app' ? 'by an authenticator app' : `by text message to ${phone}`
  return (
    <>
      <Text size="md">{`Two-factor authentication is on, ${how}.`}</Text>
      <Button variant="default" style={{ justifySelf: 'start' }} disabled={off.isPending} onClick={() => off.mutate()}>
        Turn two-factor authentication off
      </Button>
    </>
  )
}

/** Sets two-factor authentication up in two steps, or turns it off. */
export const TwoFactorPanel = () => {
  const queries = useQueryClient()
  const { two_factor } = useUser()
  const [started, setStarted] = useState<StartedFactor | null>(null)
  const changed = async (message: string) => {
    await queries.invalidateQueries({ queryKey: userQuery.queryKey })
    setStarted(null)
    await announce(message)
  }
  return (
    <Panel title="Two-factor authentication">
      {two_factor && <TurnOff onDone={() => changed('Two-factor authentication is off.')} />}
      {!two_factor && !started && <StartTwoFactorForm onStarted={setStarted} />}
      {!two_factor && started && (
        <ConfirmTwoFactorForm
          started={started}
          onConfirmed={() => changed('Two-factor authentication is on.')}
          onBack={() => setStarted(null)}
        />
      )}
    </Panel>
  )
}
