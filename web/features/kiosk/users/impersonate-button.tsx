import { Button } from '@mantine/core'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'

const impersonateDialog = lazyDialog(() => import('#web/features/kiosk/users/impersonate-dialog.tsx'))

/** Opens the form for the reason of an impersonation. */
export const ImpersonateButton = ({ user }: { user: { id: string; name: string } }) => {
  const { opener, outlet } = useLazyDialog(impersonateDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Impersonate with a reason
      </Button>
      {outlet({ user })}
    </>
  )
}
