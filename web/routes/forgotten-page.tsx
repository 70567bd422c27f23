import { TextLink } from '#web/components/links.tsx'
import { ForgottenForm } from '#web/features/account/forgotten-form.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'

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
