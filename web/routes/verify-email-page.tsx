import { TextLink } from '#web/components/links.tsx'
import { ImpersonationBanner } from '#web/features/account/impersonation-banner.tsx'
import { SignOutButton, UnverifiedForm, VerifyEmailForm } from '#web/features/account/verify-email-forms.tsx'
import { usePageHash } from '#web/lib/page-hash.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

const title = 'Verify your email address'

/**
 * With a mailed link, whose secret follows the '#', it verifies the address; without one, it asks the user to follow it
 * (D-94).
 */
const VerifyEmailPage = () => {
  const token = usePageHash()
  const enter = useEnter()
  if (token === '') {
    return (
      <GuestPage
        title={title}
        lead="Then everything is open to you."
        other={<SignOutButton />}
        banner={<ImpersonationBanner />}
      >
        <UnverifiedForm onVerified={() => enter('/dashboard')} />
      </GuestPage>
    )
  }
  const other = (
    <TextLink to="/login" underline="always">
      Sign in
    </TextLink>
  )
  return (
    <GuestPage title={title} lead="One more step." other={other}>
      <VerifyEmailForm token={token} onDone={enter} />
    </GuestPage>
  )
}

export default VerifyEmailPage
