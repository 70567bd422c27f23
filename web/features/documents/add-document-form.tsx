import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import { brokenFileRule, nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { counted } from '#schemas/text/counted.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { Panel, unfoldPanel } from '#web/components/panel.tsx'
import { RefusedUploads } from '#web/components/refusals.tsx'
import { UploadProgress } from '#web/components/upload-progress.tsx'
import styles from '#web/features/documents/add-document-form.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { checkUploads, type Refused } from '#web/lib/check-uploads.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useUpload } from '#web/lib/use-upload.ts'

const UploadDocumentsDialog = lazy(retryingImport(() => import('#web/features/documents/upload-documents-dialog.tsx')))

type Batch = { accepted: File[]; refused: Refused[] }

const bodyOf = ({ name, expires_at }: { name: string; expires_at: string | null }) => ({
  name,
  expires_at: expires_at ? dayMonthYear(expires_at) : '',
})

/** 'Add a Document': a file and an optional name; several files open a dialog of their own. */
export const AddDocumentForm = () => {
  const queries = useQueryClient()
  const upload = useUpload()
  const [batch, setBatch] = useState<Batch>()
  const { form, ...state } = useEndpointForm({
    endpoint: uploadDocument,
    initial: { document: null as File | null, name: '', expires_at: null as string | null },
    body: bodyOf,
    extras: ({ document }) => upload.extras(document),
    waitsItself: true,
    around: (send, values) =>
      upload.around(send, { call: 'uploadDocument', body: bodyOf(values), file: values.document }),
    onDone: (added) => {
      form.reset()
      void reload(queries, 'documents')
      void announceAdded('documents', added)
    },
  })
  const { document } = form.values

  const chooseOne = (chosen: File) => {
    const broken = brokenFileRule(chosen, { noun: 'document' })
    form.setFieldValue('document', broken ? null : chosen)
    form.setFieldError('document', broken ?? null)
  }
  const choose = (files: File[]) => {
    unfoldPanel()
    const [first] = files
    setBatch(undefined)
    if (first && files.length === 1) return chooseOne(first)
    form.clearFieldError('document')
    if (first) setBatch(checkUploads(files, 'document'))
  }
  const closeBatch = () => {
    setBatch(undefined)
    void reload(queries, 'documents')
  }
  const finish = (arrived: number) => {
    closeBatch()
    if (arrived > 0) void announce(`${counted(arrived, 'document has', 'documents have')} been added.`)
  }
  return (
    <>
      <Panel title="Add a Document" busy={state.busy}>
        <EndpointForm {...state} action={['Add Document', 'Adding Document']}>
          <DropField file={document} onChoose={choose} error={form.errors.document} disabled={state.busy} />
          {batch?.accepted.length === 0 && <RefusedUploads noun="document" refused={batch.refused} />}
          <TextInput
            label="Document Name"
            description="Defaults to the file name"
            placeholder={document ? nameWithoutExtension(document.name) : ''}
            maxLength={255}
            autoComplete="off"
            className={styles.wide ?? ''}
            {...form.getInputProps('name')}
          />
          <DateField label="Expiry date" clearable {...form.getInputProps('expires_at')} />
          {state.busy && <UploadProgress share={upload.share} pause={upload.pause} onCancel={upload.cancel} />}
        </EndpointForm>
        {batch && batch.accepted.length > 0 && (
          <DialogOutlet about={batch}>
            <UploadDocumentsDialog
              {...batch}
              initialExpiry={form.values.expires_at}
              onClose={closeBatch}
              onDone={finish}
            />
          </DialogOutlet>
        )}
      </Panel>
      <FileCatcher disabled={state.busy} onFiles={choose}>
        Drop to add documents
      </FileCatcher>
    </>
  )
}
