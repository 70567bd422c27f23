import { Button } from '@mantine/core'
import { lazyDialog, useLazyDialog } from '#web/components/lazy-dialog.tsx'
import { useHolds } from '#web/lib/session.ts'

const packDialog = lazyDialog(() => import('#web/features/packs/pack-dialog.tsx'))

/** Opens the order of an evidence pack of a record, `site/ID`, for those who may have one. */
export const PackButton = (place: { within: string; name: string }) => {
  const { opener, outlet } = useLazyDialog(packDialog)
  if (!useHolds('history.view', 'export')) return null
  return (
    <>
      <Button variant="subtle" size="xs" px="xs" h={32} {...opener}>
        Evidence pack…
      </Button>
      {outlet(place, place.within)}
    </>
  )
}
