import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { requestPasswordReset } from '#schemas/resources/passwords.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Asks for a link to set a new password (D-80); what it says afterwards is the same for every address. */
export const ForgottenForm = () => {
  const [asked, setAsked] = useState(false)
  const { form, ...state } = useEndpointForm({
    endpoint: requestPasswordReset,
    initial: { email: '' },
    body: (values) => values,
    onDone: () => setAsked(true),
  })
  if (asked) {
    return (
      <Text role="status">
        If there is an account with that address, a link to set a new password is on its way. It is good for one hour.
      </Text>
    )
  }
  return (
    <EndpointForm {...state} action={['Mail me a link', 'Sending']} narrow>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        withAsterisk={false}
        {...form.getInputProps('email')}
      />
    </EndpointForm>
  )
}
