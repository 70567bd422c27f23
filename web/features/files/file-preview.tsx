import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { previewAtom } from '#web/features/files/previewed-file.ts'

const PreviewDialog = lazy(() => import('#web/features/files/preview-dialog.tsx'))

/** The place of the preview dialog, which loads with the first preview. */
export const FilePreview = () => {
  const [{ file, opened }, setPreview] = useAtom(previewAtom)
  useEffect(() => () => setPreview({ file: null, opened: false }), [setPreview])
  if (!file) return null
  return (
    <Suspense>
      <PreviewDialog file={file} opened={opened} onClose={() => setPreview({ file, opened: false })} />
    </Suspense>
  )
}
