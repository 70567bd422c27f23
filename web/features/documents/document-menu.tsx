import { useSetAtom } from 'jotai'
import type { Document } from '#schemas/resources/documents.ts'
import { RecordMenu } from '#web/components/record-menu.tsx'
import { type DocumentDialog, dialogAtom } from '#web/features/documents/opened-dialog.ts'

/** Edit Document and Delete Document, each for whoever may (DOC-04, DOC-05, ABIL-19, ABIL-20). */
export const DocumentMenu = ({ document }: { document: Document }) => {
  const show = useSetAtom(dialogAtom)
  const open = (kind: DocumentDialog['kind']) => () => show({ dialog: { kind, document }, opened: true })
  return (
    <RecordMenu
      kind="documents"
      record={document}
      labels={['Edit Document', 'Delete Document']}
      onEdit={open('edit')}
      onDelete={open('delete')}
    />
  )
}
