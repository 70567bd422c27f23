import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ResponseOf } from '#schemas/endpoint.ts'
import type { signIn } from '#schemas/resources/sessions.ts'
import { TextLink } from '#web/components/links.tsx'
import { SignInForm } from '#web/features/account/sign-in-form.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

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
