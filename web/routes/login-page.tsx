import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ResponseOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/sessions.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { TextLink } from '#web/components/links.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { EmailField } from '#web/components/email-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { PasswordField } from '#web/components/password-field.tsx'

/** Signs in with e-mail and password (D-80); `onSignedIn` receives the server's response, which names the next page. */
const SignInForm = ({ onSignedIn }: { onSignedIn: (answer: ResponseOf<typeof contracts.signIn>) => unknown }) => {
  const { form, ...state } = useEndpointForm({
    endpoint: signIn,
    isHarmlessTwice: true,
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

/** Sign-in; a user who was redirected here goes back to the requested page. */
const LoginPage = () => {
  const { back } = useSearch({ from: '/login' })
  const enter = useEnter()
  const navigate = useNavigate()
  const proceed = ({ redirect, second_factor: by }: ResponseOf<typeof signIn>) =>
    by ? navigate({ to: '/login/token', search: { by, ...(back ? { back } : {}) } }) : enter(redirect, back)
  return (
    <GuestPage
      title="Sign in"
      lead="Clients, sites, visits and their documents, in one place."
      other={
        <>
          <TextLink to="/password/forgotten" underline="always">
            Forgotten your password?
          </TextLink>
          <br />
          New here?{' '}
          <TextLink to="/register" underline="always">
            Create an account
          </TextLink>
        </>
      }
    >
      <SignInForm onSignedIn={proceed} />
    </GuestPage>
  )
}

export default LoginPage
