import { useRef, useState } from 'react'
import type { Page } from '#schemas/page.ts'
import { uploadFiles } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { sentDay, type UploadPlace } from '#web/features/files/upload-place.ts'
import { UploadPlaceFields } from '#web/features/files/upload-place-fields.tsx'
import { ask } from '#web/lib/api.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import type { Send } from '#web/lib/use-uploads.ts'

type Props = {
  scope: FilesScope
  sites: Page<Site>
  initial: UploadPlace
  accepted: readonly File[]
  refused: readonly Refused[]
  opened: boolean
  onClose: () => void
  onDone: (arrived: number) => void
}

/** 'Upload Documents': several files under names of their own, in one place (STATE-08 to STATE-11, D-45). */
const UploadFilesDialog = ({ scope, sites, initial, onDone, ...dialog }: Props) => {
  const [place, setPlace] = useState(initial)
  const [siteError, setSiteError] = useState<string>()
  const keys = useRef(new Map<string, string>())

  const send: Send = async ({ key, file, name }, line) => {
    const { site_id, visit_id, categories, completed_at } = place
    // Each file is a batch of its own: one that fails keeps none of the others from arriving.
    const body = { name: [name], site_id, visit_id, categories, completed_at: [sentDay(completed_at)] }
    // An answer that got lost may have been a success: the same file is not added twice, and another try is another.
    const sent = JSON.stringify([key, body])
    const idempotencyKey = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, idempotencyKey)
    await ask(uploadFiles, { body }, { ...line, file, idempotencyKey })
  }
  const isReady = () => {
    setSiteError(place.site_id ? undefined : 'The site field is required.')
    return place.site_id !== ''
  }
  return (
    <UploadDialog {...dialog} noun="file" send={send} isReady={isReady} onDone={onDone}>
      <UploadPlaceFields
        scope={scope}
        sites={sites}
        place={place}
        errors={{ site_id: siteError }}
        onChange={(change) => setPlace({ ...place, ...change })}
      />
    </UploadDialog>
  )
}

export default UploadFilesDialog
