import { useRef } from 'react'
import { uploadDocuments } from '#schemas/resources/documents.ts'
import { UploadDialog } from '#web/components/upload-dialog.tsx'
import { ask } from '#web/lib/api.ts'
import type { Refused } from '#web/lib/check-uploads.ts'
import type { Send } from '#web/lib/use-uploads.ts'

type Props = {
  accepted: readonly File[]
  refused: readonly Refused[]
  onClose: () => void
  onDone: (arrived: number) => void
}

/** 'Upload Documents': several documents under names of their own (STATE-08 to STATE-11, VAL-13). */
const UploadDocumentsDialog = (props: Props) => {
  const keys = useRef(new Map<string, string>())
  const send: Send = async ({ key, file, name }, line) => {
    // An answer that got lost may have been a success: the same document is not added twice.
    const sent = JSON.stringify([key, name])
    const idempotencyKey = keys.current.get(sent) ?? crypto.randomUUID()
    keys.current.set(sent, idempotencyKey)
    await ask(uploadDocuments, { body: { name: [name] } }, { ...line, file, idempotencyKey })
  }
  return <UploadDialog {...props} noun="document" opened send={send} />
}

export default UploadDocumentsDialog
