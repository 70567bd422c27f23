import { Alert } from '@mantine/core'
import { useLocation, useSearch } from '@tanstack/react-router'
import { TextLink } from '#web/components/links.tsx'
import { Waiting } from '#web/components/query-state.tsx'
import { invitationInHash } from '#web/features/registration/invitation-links.ts'
import { RegistrationForm } from '#web/features/registration/registration-form.tsx'
import type { Invited } from '#web/features/registration/registration-values.ts'
import { useInvited } from '#web/features/registration/use-invited.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { cardUpFront } from '#web/lib/settings.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

const leadFor = ({ invitation, teamInvitation, team }: Invited): string => {
  if (invitation) return `You are invited to join the team ${invitation.team}.`
  if (teamInvitation) return `You are invited to start the team ${team}.`
  return cardUpFront() ? 'For you and your team.' : 'For you and your team. No card needed.'
}

/** Registers a user, with a team of their own or by invitation. */
const RegisterPage = () => {
  const search = useSearch({ from: '/register' })
  const lookup = useInvited(invitationInHash(usePageHash()))
  const enter = useEnter()
  // The address that was typed on the welcome page is filled in.
  const { email } = useLocation().state
  const invited = {
    ...(search.coupon === undefined ? {} : { coupon: search.coupon }),
    ...(email === undefined ? {} : { email }),
    ...(lookup.state === 'known' ? lookup.invited : {}),
  }
  return (
    <GuestPage
      title="Create an account"
      lead={leadFor(invited)}
      other={
        <>
          Already registered?{' '}
          <TextLink to="/login" underline="always">
            Sign in
          </TextLink>
        </>
      }
    >
      {lookup.state === 'invalid' && (
        <Alert color="yellow" variant="light" mb="lg" role="alert">
          This invitation is no longer valid. You can still create an account with a team of your own.
        </Alert>
      )}
      {lookup.state === 'waiting' ? (
        <Waiting label="Looking up your invitation" />
      ) : (
        <RegistrationForm key={lookup.state} invited={invited} onSignedIn={enter} />
      )}
    </GuestPage>
  )
}

export default RegisterPage
