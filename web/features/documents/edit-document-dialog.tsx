import { TextInput } from '@mantine/core'
import { type Document, renameDocument, showDocument } from '#schemas/resources/documents.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { announce } from '#web/lib/announce.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { document: Document; opened: boolean; onClose: () => void }

const EditDocumentForm = ({ document, onClose }: Omit<Props, 'opened'>) => {
  const edit = useEditForm({
    endpoint: renameDocument,
    show: showDocument,
    resource: 'documents',
    record: document,
    valuesOf: ({ name }) => ({ name }),
    body: (values) => values,
    preview: (shown, values) => ({ ...shown, ...values }),
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EditForm
      edit={edit}
      action={['Update Document', 'Updating Document']}
      fields={[{ label: 'Document Name', shown: ({ name }) => name }]}
    >
      <TextInput
        label="Document Name"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps('name')}
      />
    </EditForm>
  )
}

/** Renames a document; its content stays (DOC-04). */
export const EditDocumentDialog = ({ document, opened, onClose }: Props) => (
  <Dialog title="Edit Document" opened={opened} onClose={onClose}>
    <EditDocumentForm key={document.id} document={document} onClose={onClose} />
  </Dialog>
)
