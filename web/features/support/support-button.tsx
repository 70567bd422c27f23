import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useLazyDialog } from '#web/lib/use-lazy-dialog.ts'

const loadDialog = retryingImport(() => import('#web/features/support/support-dialog.tsx'))
const SupportDialog = lazy(loadDialog)

/** The support button in the header of every page. */
export const SupportButton = () => {
  const { wanted, opened, onClose, opener } = useLazyDialog(loadDialog)
  return (
    <>
      <HeaderIcon aria-label="Support" {...opener}>
        <Icon name="help" size={18} />
      </HeaderIcon>
      {wanted && (
        <DialogOutlet about={opened}>
          <SupportDialog opened={opened} onClose={onClose} />
        </DialogOutlet>
      )}
    </>
  )
}
