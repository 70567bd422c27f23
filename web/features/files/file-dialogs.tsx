import { useAtom } from 'jotai'
import { lazy, useEffect } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { DialogPlace } from '#web/components/dialog-place.tsx'
import { dialogAtom } from '#web/features/files/opened-dialog.ts'
import { patient } from '#web/lib/patient.ts'

const load = patient(() => import('#web/features/files/file-dialog.tsx'))
const FileDialog = lazy(load)

/** Loads the dialogs, when the pointer or the focus comes near. */
export const loadFileDialog = (): void => void load()

/** The place of the dialogs over a gallery, which load with the first one. `files` are what the gallery shows. */
export const FileDialogs = ({ files }: { files: readonly SiteFile[] }) => {
  const [{ dialog }, setDialog] = useAtom(dialogAtom)
  useEffect(() => () => setDialog({ dialog: null, opened: false }), [setDialog])
  if (!dialog) return null
  return (
    <DialogPlace about={dialog}>
      <FileDialog files={files} />
    </DialogPlace>
  )
}
