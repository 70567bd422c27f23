import { HeaderIcon } from '#web/components/header-icon.tsx'
import { Icon } from '#web/components/icon.tsx'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'

const placesDrawer = lazyDialog(() => import('#web/components/places/places-drawer.tsx'))

/** Opens the places where there is no room for them beside the page. */
export const MenuButton = () => {
  const drawer = useLazyDialog(placesDrawer)
  return (
    <>
      <HeaderIcon aria-label="Menu" {...drawer.opener}>
        <Icon name="rows" size={18} />
      </HeaderIcon>
      {drawer.outlet({})}
    </>
  )
}
