import { useRef, useState } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import { uploadFiles } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { sentDay, sentExpiry, type UploadTarget } from '#web/features/files/upload-target.ts'
import { UploadTargetFields } from '#web/features/files/upload-target-fields.tsx'
import { callApi } from '#web/lib/api.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import type { UploadRow } from '#web/lib/upload-rows.ts'
import type { Send } from '#web/lib/use-uploads.ts'

type Props = {
  scope: FilesScope
  sites: Page<Site>
  initial: UploadTarget
  accepted: readonly File[]
  refused: readonly Refused[]
  opened: boolean
  onClose: () => void
  /** `same` are the files of the site that had the content of one of those that arrived. */
  onDone: (arrived: number, same: readonly { name: string }[]) => void
}

/** 'Upload Documents': several files, each with a name, to one site or visit (D-45). */
const UploadFilesDialog = ({ scope, sites, initial, onDone, ...dialog }: Props) => {
  const [target, setTarget] = useState(initial)
  const [siteError, setSiteError] = useState<string>()
  const same = useRef<{ name: string }[]>([])
  const keys = useRef(new Map<string, string>())

  const callOf = ({ key: row, name }: UploadRow) => {
    const { site_id, visit_id, categories, ...days } = target
    // Each file is a batch of its own, so that one failure does not affect the others.
    const { expires_at } = sentExpiry(days)
    const dates = {
      completed_at: [sentDay(days.completed_at)],
      ...(expires_at === undefined ? {} : { expires_at: [expires_at] }),
    }
    const body = { name: [name], site_id, visit_id, categories, ...dates }
    // The write may have succeeded although its response was lost. The same key keeps the file from being added twice;
    // a changed body gets a new key.
    const sent = JSON.stringify([row, body])
    const key = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, key)
    return { call: 'uploadFiles', key, body } as const
  }
  const send: Send = async (row, transfer) => {
    const { key, body } = callOf(row)
    const { data } = await callApi(uploadFiles, { body }, { ...transfer, file: row.file, idempotencyKey: key })
    same.current.push(...data.flatMap(({ same_as }) => same_as ?? []))
  }
  const isReady = () => {
    setSiteError(target.site_id ? undefined : 'The site field is required.')
    return target.site_id !== ''
  }
  return (
    <UploadDialog
      {...dialog}
      noun="file"
      send={send}
      kept={callOf}
      isReady={isReady}
      onDone={(arrived) => onDone(arrived, same.current)}
    >
      <UploadTargetFields
        scope={scope}
        sites={sites}
        target={target}
        errors={{ site_id: siteError }}
        onChange={(change) => setTarget({ ...target, ...change })}
      />
    </UploadDialog>
  )
}

export default UploadFilesDialog
