import { Button } from '@mantine/core'
import { useSignOut } from '#web/lib/use-sign-out.ts'

/** The sign-out button of pages without a menu. */
export const SignOutButton = () => {
  const leave = useSignOut()
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => leave.mutate()} disabled={leave.isPending}>
      Sign out
    </Button>
  )
}
