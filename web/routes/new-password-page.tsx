import { useNavigate } from '@tanstack/react-router'
import { TextLink } from '#web/components/links.tsx'
import { NewPasswordForm } from '#web/features/account/new-password-form.tsx'
import { announce } from '#web/lib/announce.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'

/** Sets a new password with a mailed link, whose secret follows the '#' (D-80). */
const NewPasswordPage = () => {
  const token = usePageHash()
  const navigate = useNavigate()
  const done = async () => {
    await navigate({ to: '/login', replace: true })
    await announce('Your new password is set. Please sign in with it.')
  }
  return (
    <GuestPage
      title="Set a new password"
      lead="You will be signed out everywhere else."
      other={
        <TextLink to="/password/forgotten" underline="always">
          Ask for another link
        </TextLink>
      }
    >
      <NewPasswordForm token={token} onDone={done} />
    </GuestPage>
  )
}

export default NewPasswordPage
