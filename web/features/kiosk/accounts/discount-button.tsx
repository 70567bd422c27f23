import { Button } from '@mantine/core'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import type { Discounted } from '#web/features/kiosk/accounts/discount-dialog.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/kiosk/accounts/discount-dialog.tsx'))
const DiscountDialog = lazy(loadDialog)

/** Opens the form of a discount. */
export const DiscountButton = ({ to }: { to: Discounted }) => {
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Add discount
      </Button>
      {wanted && (
        <DialogOutlet about={opened}>
          <DiscountDialog to={to} opened={opened} onClose={onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
