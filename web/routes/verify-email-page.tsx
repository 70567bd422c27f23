import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { requestEmailProof, verifyEmail } from '#schemas/resources/email-proofs.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { TextLink } from '#web/components/links.tsx'
import { ImpersonationBanner } from '#web/features/account/impersonation-banner.tsx'
import { announce } from '#web/lib/announce.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { userQuery } from '#web/lib/session.ts'
import { useSignOut } from '#web/lib/use-sign-out.ts'
import { GuestPage } from '#web/routes/guest-page.tsx'
import { useEnter } from '#web/routes/use-enter.ts'

type Props = { token: string; onDone: (redirect: string) => unknown }

/** Verifies an address with a mailed link on a click, since link scanners open links but click nothing. */
const VerifyEmailForm = ({ token, onDone }: Props) => {
  const { form: _, ...state } = useEndpointForm({
    endpoint: verifyEmail,
    initial: {},
    body: () => ({ token }),
    onDone: ({ redirect }) => onDone(redirect),
  })
  return (
    <EndpointForm {...state} action={['Verify the address', 'Verifying the address']} narrow>
      <Text>You have opened the link that was mailed to you. Please confirm that the address is yours.</Text>
    </EndpointForm>
  )
}

/** The sign-out button of pages without a menu. */
const SignOutButton = () => {
  const leave = useSignOut()
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => leave.mutate()} disabled={leave.isPending}>
      Sign out
    </Button>
  )
}

/** Milliseconds between two checks whether the address is verified, perhaps on another device. */
const pollInterval = 5000

/**
 * Asks the user to follow the mailed link, and mails it again; `onVerified` runs once the address is verified (D-94).
 */
const UnverifiedForm = ({ onVerified }: { onVerified: () => unknown }) => {
  const { data: user } = useQuery({ ...userQuery, refetchInterval: pollInterval })
  const verified = useRef(onVerified)
  verified.current = onVerified
  const done = user?.must_verify_email === false
  useEffect(() => {
    if (done) verified.current()
  }, [done])
  const { form: _, ...state } = useEndpointForm({
    endpoint: requestEmailProof,
    initial: {},
    body: () => ({}),
    onDone: () => announce('The link is on its way.'),
  })
  return (
    <EndpointForm {...state} action={['Send the link again', 'Sending the link']} narrow>
      <Text>
        Please open the link that was mailed to <strong>{user?.email}</strong>. If there is no such mail, we send
        another.
      </Text>
    </EndpointForm>
  )
}

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
