import { useAtom } from 'jotai'
import { lazy } from 'react'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { shareTargetAtom } from '#web/components/share-target.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'

const ShareDialog = lazy(retryingImport(() => import('#web/features/shares/share-dialog.tsx')))

/** Renders the share dialog, which loads when it first opens. */
export const ShareOutlet = () => {
  const [{ target, opened }, setTarget] = useAtom(shareTargetAtom)
  if (!target) return null
  return (
    <DialogOutlet about={target}>
      <ShareDialog
        key={target.id}
        target={target}
        opened={opened}
        onClose={() => setTarget({ target, opened: false })}
      />
    </DialogOutlet>
  )
}
