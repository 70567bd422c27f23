import type * as contracts from '#schemas/resources/documents.ts'
import { deleteDocument, renameDocument, showDocument } from '#schemas/resources/documents.ts'
import { optionalDayField } from '#web/components/day-field.tsx'
import { type RecordDescription, RecordDialogs } from '#web/components/record/record-dialogs.tsx'
import type { RecordDialogProps } from '#web/components/record/record-feature.ts'
import { textField } from '#web/components/text-field.tsx'

const document: RecordDescription<typeof contracts.renameDocument> = {
  noun: 'Document',
  resource: 'documents',
  show: showDocument,
  update: renameDocument,
  remove: deleteDocument,
  fields: { name: textField('name', 'Document Name'), expires_at: optionalDayField('expires_at', 'Expiry date') },
}

/** Changes the name and expiry date of a document, whose content stays, or deletes it. */
const DocumentDialogs = (props: RecordDialogProps<contracts.Document>) => <RecordDialogs {...props} about={document} />

export default DocumentDialogs
