import { Text } from '@mantine/core'
import { useState } from 'react'
import { requestPasswordReset } from '#schemas/resources/passwords.ts'
import { EmailField } from '#web/components/email-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { TextLink } from '#web/components/links.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'

/** Requests a password reset link (D-80); the confirmation is the same for every address. */
const ForgottenForm = () => {
  const [requested, setRequested] = useState(false)
  const { form, ...state } = useEndpointForm({
    endpoint: requestPasswordReset,
    initial: { email: '' },
    body: (values) => values,
    onDone: () => setRequested(true),
  })
  if (requested) {
    return (
      <Text role="status">
        If there is an account with that address, a link to set a new password is on its way. It works for one hour.
      </Text>
    )
  }
  return (
    <EndpointForm {...state} action={['Send link', 'Sending']} narrow>
      <EmailField {...form.getInputProps('email')} />
    </EndpointForm>
  )
}

/** Requests a password reset link (D-80). */
const ForgottenPage = () => (
  <GuestPage
    title="Forgotten password"
    lead="We’ll email you a link."
    other={
      <TextLink to="/login" underline="always">
        Back to sign in
      </TextLink>
    }
  >
    <ForgottenForm />
  </GuestPage>
)

export default ForgottenPage
