import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'

const supportDialog = lazyDialog(() => import('#web/features/support/support-dialog.tsx'))

/** The support button in the header of every page. */
export const SupportButton = () => {
  const { opener, outlet } = useLazyDialog(supportDialog)
  return (
    <>
      <HeaderIcon aria-label="Support" {...opener}>
        <Icon name="help" size={18} />
      </HeaderIcon>
      {outlet({})}
    </>
  )
}
