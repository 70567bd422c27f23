import { useRef, useState } from 'react'
import { uploadDocuments } from '#schemas/resources/documents.ts'
import { DateField } from '#web/components/date-field.tsx'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import { callApi } from '#web/lib/api.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import type { UploadRow } from '#web/lib/upload-rows.ts'
import type { Send } from '#web/lib/use-uploads.ts'

type Props = {
  /** The expiry date of all of them, `yyyy-mm-dd`; null for none. */
  initialExpiry: string | null
  accepted: readonly File[]
  refused: readonly Refused[]
  onClose: () => void
  onDone: (arrived: number) => void
}

/** 'Upload Documents': several documents, each with a name. */
const UploadDocumentsDialog = ({ initialExpiry, ...props }: Props) => {
  const keys = useRef(new Map<string, string>())
  const [expiry, setExpiry] = useState(initialExpiry)
  const callOf = ({ key: row, name }: UploadRow) => {
    // The write may have succeeded although its response was lost: the key keeps the document from being added twice.
    const body = { name: [name], expires_at: [expiry ? dayMonthYear(expiry) : ''] }
    const sent = JSON.stringify([row, body])
    const key = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, key)
    return { call: 'uploadDocuments', key, body } as const
  }
  const send: Send = async (row, transfer) => {
    const { key, body } = callOf(row)
    await callApi(uploadDocuments, { body }, { ...transfer, file: row.file, idempotencyKey: key })
  }
  return (
    <UploadDialog {...props} noun="document" opened send={send} kept={callOf}>
      <DateField label="Expiry date" clearable value={expiry} onChange={setExpiry} />
    </UploadDialog>
  )
}

export default UploadDocumentsDialog
