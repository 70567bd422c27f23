import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { UserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { sendProofToUser, verifyEmailOfUser } from '#schemas/resources/kiosk-users.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { accountKeys } from '#web/features/kiosk/accounts/use-refresh-accounts.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { useChanged } from '#web/lib/use-changed.ts'

type User = Pick<UserProfile['user'], 'id' | 'name' | 'email' | 'operator'>

/** The help with an address that is not verified: another link, or taking it for verified (D-94). */
export const AddressActions = ({ user: { id, name, email, operator } }: { user: User }) => {
  const changed = useChanged(...accountKeys)
  const send = useMutation({
    mutationFn: () => callApi(sendProofToUser, { params: { id } }),
    onSuccess: async () => {
      await changed(`${name} gets another link by mail.`)
    },
    onError: (error) => announce(messageOf(error), 'failure'),
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
