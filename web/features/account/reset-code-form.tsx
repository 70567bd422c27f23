import { Text, TextInput } from '@mantine/core'
import { giveResetCode } from '#schemas/resources/two-factor.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Signs in once with the reset code, which turns two-factor authentication off (D-09). */
export const ResetCodeForm = ({ onSignedIn }: { onSignedIn: (redirect: string) => unknown }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: giveResetCode,
    initial: { code: '' },
    body: (values) => values,
    onDone: ({ redirect }) => onSignedIn(redirect),
  })
  return (
    <EndpointForm {...state} action={['Sign in', 'Signing in']} narrow>
      <Text size="md">
        Type the reset code that you were shown when you set up two-factor authentication. It signs you in once and
        turns two-factor authentication off.
      </Text>
      <TextInput
        label="Reset code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
        withAsterisk={false}
        {...form.getInputProps('code')}
      />
    </EndpointForm>
  )
}
