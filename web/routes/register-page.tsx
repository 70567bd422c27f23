import { TextLink } from '#web/components/links.tsx'
import { RegistrationForm } from '#web/features/account/registration-form.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

/** Registering a user and their team (REG-01). */
const RegisterPage = () => (
  <GuestPage
    title="Create an account"
    lead="For you and your team. No card needed."
    other={
      <>
        Already registered?{' '}
        <TextLink to="/login" underline="always">
          Sign in
        </TextLink>
      </>
    }
  >
    <RegistrationForm onSignedIn={useEnter()} />
  </GuestPage>
)

export default RegisterPage
