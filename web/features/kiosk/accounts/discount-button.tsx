import { Button } from '@mantine/core'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import type { Discounted } from '#web/features/kiosk/accounts/discount-dialog.tsx'

const discountDialog = lazyDialog(() => import('#web/features/kiosk/accounts/discount-dialog.tsx'))

/** Opens the form of a discount. */
export const DiscountButton = ({ to }: { to: Discounted }) => {
  const { opener, outlet } = useLazyDialog(discountDialog)
  return (
    <>
      <Button variant="default" {...opener}>
        Add discount
      </Button>
      {outlet({ to })}
    </>
  )
}
