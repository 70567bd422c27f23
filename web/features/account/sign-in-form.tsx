import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ResponseOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/sessions.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { EmailField } from '#web/components/email-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

/** Signs in with e-mail and password (D-80); `onSignedIn` receives the server's response, which names the next page. */
export const SignInForm = ({
  onSignedIn,
}: {
  onSignedIn: (answer: ResponseOf<typeof contracts.signIn>) => unknown
}) => {
  const { form, ...state } = useEndpointForm({
    endpoint: signIn,
    initial: { email: '', password: '', remember: false },
    body: (values) => values,
    onDone: onSignedIn,
  })
  return (
    <EndpointForm {...state} action={['Sign in', 'Signing in']} narrow>
      <EmailField {...form.getInputProps('email')} />
      <PasswordField label="Password" autoComplete="current-password" required {...form.getInputProps('password')} />
      <Checkbox label="Remember me" {...form.getInputProps('remember', { type: 'checkbox' })} />
    </EndpointForm>
  )
}
