import { useRef } from 'react'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import { callApi } from '#web/lib/api.ts'
import { uploadDocuments } from '#web/lib/calls/documents.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import type { Send } from '#web/lib/use-uploads.ts'

type Props = {
  accepted: readonly File[]
  refused: readonly Refused[]
  onClose: () => void
  onDone: (arrived: number) => void
}

/** 'Upload Documents': several documents, each with a name (STATE-08 to STATE-11, VAL-13). */
const UploadDocumentsDialog = (props: Props) => {
  const keys = useRef(new Map<string, string>())
  const send: Send = async ({ key, file, name }, transfer) => {
    // The write may have succeeded although its response was lost: the key keeps the document from being added twice.
    const sent = JSON.stringify([key, name])
    const idempotencyKey = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, idempotencyKey)
    await callApi(uploadDocuments, { body: { name: [name] } }, { ...transfer, file, idempotencyKey })
  }
  return <UploadDialog {...props} noun="document" opened send={send} />
}

export default UploadDocumentsDialog
