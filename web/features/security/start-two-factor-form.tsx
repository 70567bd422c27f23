import { Alert, NativeSelect, Text, TextInput } from '@mantine/core'
import type { FactorMethod } from '#schemas/events/user.ts'
import { startTwoFactor } from '#schemas/resources/two-factor.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Icon } from '#web/components/icon.tsx'
import type { StartedFactor } from '#web/features/security/confirm-two-factor-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

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
export const StartTwoFactorForm = ({ onStarted }: { onStarted: (started: StartedFactor) => void }) => {
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
