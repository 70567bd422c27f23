import { TextLink } from '#web/components/links.tsx'
import { ForgottenForm } from '#web/features/account/forgotten-form.tsx'
import { GuestPage } from '#web/routes/guest-page.tsx'

/** Asking for a link to set a new password (D-80). */
const ForgottenPage = () => (
  <GuestPage
    title="Forgotten password"
    lead="We mail you a link to set a new one."
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
