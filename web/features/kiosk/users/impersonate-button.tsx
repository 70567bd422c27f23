import { Button } from '@mantine/core'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/kiosk/users/impersonate-dialog.tsx'))
const ImpersonateDialog = lazy(loadDialog)

/** Opens the form for the reason of an impersonation. */
export const ImpersonateButton = ({ user }: { user: { id: string; name: string } }) => {
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Impersonate with a reason
      </Button>
      {wanted && (
        <DialogOutlet about={opened}>
          <ImpersonateDialog user={user} opened={opened} onClose={onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
