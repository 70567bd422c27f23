import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { sendProofToUser, verifyEmailOfUser } from '#schemas/resources/kiosk-users.ts'
import { endSessionsOfUser } from '#schemas/resources/sessions.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { DiscountButton } from '#web/features/kiosk/accounts/discount-button.tsx'
import { ImpersonateLink } from '#web/features/kiosk/accounts/impersonate-link.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { ImpersonateButton } from '#web/features/kiosk/users/impersonate-button.tsx'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type UserWithAddress = Pick<UserProfile['user'], 'id' | 'name' | 'email' | 'operator'>

/** The help with an address that is not verified: another link, or taking it for verified (D-94). */
const AddressActions = ({ user: { id, name, email, operator } }: { user: UserWithAddress }) => {
  const changed = useChanged(...accountKeys)
  const send = useMutation({
    mutationFn: () => callApi(sendProofToUser, { params: { id } }),
    onSuccess: async () => {
      await changed(`${name} gets another link by mail.`)
    },
    onError: announceFailure,
  })
  const verify = async () => {
    await callApi(verifyEmailOfUser, { params: { id } })
    await changed(`The address of ${name} is verified.`)
  }
  return (
    <>
      <Button variant="default" disabled={send.isPending} onClick={() => send.mutate()}>
        Send verification link
      </Button>
      {!operator && (
        <ConfirmButton
          title="Verify address"
          question={`Are you sure that ${email} belongs to ${name}?`}
          answers={['No, Go Back', 'Yes, Verify']}
          size="sm"
          onYes={verify}
        >
          Verify address by hand
        </ConfirmButton>
      )}
    </>
  )
}

const resetCodeDialog = lazyDialog(() => import('#web/features/kiosk/users/reset-code-dialog.tsx'))

type User = Pick<UserProfile['user'], 'id' | 'name' | 'email' | 'email_verified' | 'operator' | 'two_factor'>

const ResetCodeButton = ({ user }: { user: User }) => {
  const { opened, opener, outlet } = useLazyDialog(resetCodeDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Two-factor reset code
      </Button>
      {opened && outlet({ user })}
    </>
  )
}

/** The actions of an operator for a user. */
export const UserActions = ({ user }: { user: User }) => {
  const { id, name, email_verified, operator, two_factor } = user
  const changed = useChanged(...accountKeys)
  const signOut = async () => {
    await callApi(endSessionsOfUser, { params: { id } })
    await changed(`${name} is signed out everywhere.`)
  }
  return (
    <>
      {!operator && <ImpersonateLink id={id}>Impersonate</ImpersonateLink>}
      {!operator && <ImpersonateButton user={user} />}
      <DiscountButton to={{ kind: 'user', id, name }} />
      {two_factor !== null && <ResetCodeButton user={user} />}
      {!email_verified && <AddressActions user={user} />}
      <ConfirmButton
        title="Sign out everywhere"
        question={`Are you sure you want to sign ${name} out everywhere?`}
        answers={['No, Go Back', 'Yes, Sign Out']}
        size="sm"
        onYes={signOut}
      >
        Sign out everywhere
      </ConfirmButton>
    </>
  )
}
