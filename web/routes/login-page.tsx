import { Alert } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { TextLink } from '#web/components/links.tsx'
import { SignInForm } from '#web/features/account/sign-in-form.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

/** Signing in; who was led here goes back to where they wanted to be. */
const LoginPage = () => {
  const { back, expired } = useSearch({ from: '/login' })
  const enter = useEnter()
  return (
    <GuestPage
      title="Sign in"
      lead="Clients, sites, visits and their documents, in one place."
      other={
        <>
          New here?{' '}
          <TextLink to="/register" underline="always">
            Create an account
          </TextLink>
        </>
      }
    >
      {expired && (
        <Alert color="yellow" variant="light" mb="lg" role="alert">
          Your session has expired. Please sign in again.
        </Alert>
      )}
      <SignInForm onSignedIn={(redirect) => enter(redirect, back)} />
    </GuestPage>
  )
}

export default LoginPage
