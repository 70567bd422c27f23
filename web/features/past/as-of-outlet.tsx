import { useAtom } from 'jotai'
import { lazy } from 'react'
import { asOfOpenedAtom } from '#web/components/as-of-button.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { hasPast } from '#web/lib/moment.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useHolds } from '#web/lib/session.ts'
import { useKeys } from '#web/lib/use-keys.ts'

const AsOfDialog = lazy(retryingImport(() => import('#web/features/past/as-of-dialog.tsx')))

/** Renders the choice of a moment, which its key opens too. */
export const AsOfOutlet = () => {
  const [opened, setOpened] = useAtom(asOfOpenedAtom)
  const mayRead = useHolds('history.view')
  useKeys({ asOf: () => mayRead && hasPast(window.location.pathname) && setOpened(true) })
  if (!opened) return null
  return (
    <DialogOutlet about={opened}>
      <AsOfDialog opened onClose={() => setOpened(false)} />
    </DialogOutlet>
  )
}
