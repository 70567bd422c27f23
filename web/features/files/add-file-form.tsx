import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, useState } from 'react'
import type { Page } from '#schemas/calls/page.ts'
import { brokenFileRule, nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { type AddedFile, uploadFile } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { DialogOutlet } from '#web/components/dialog-outlet.tsx'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { Panel, unfoldPanel } from '#web/components/panel.tsx'
import { OpenLink } from '#web/components/record/open-link.tsx'
import { RefusedUploads } from '#web/components/refusals.tsx'
import { UploadProgress } from '#web/components/upload-progress.tsx'
import type { FilesScope } from '#web/features/files/files-scope.ts'
import { initialTarget, sentDay, sentExpiry, type UploadTarget } from '#web/features/files/upload-target.ts'
import { UploadTargetFields } from '#web/features/files/upload-target-fields.tsx'
import { sameFile } from '#web/features/files/version-words.ts'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { checkUploads, type Refused } from '#web/lib/check-uploads.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { useHolds } from '#web/lib/session.ts'
import { useUpload } from '#web/lib/use-upload.ts'

/** Announces that a file was added, with a link to it, or to the file that was there with the same content. */
const announceAddedFile = (added: AddedFile): Promise<void> => {
  const { name, same_as } = added
  if (!same_as) return announceAdded('files', added)
  return announce(
    <>
      {name} has been added. {sameFile(same_as)} <OpenLink kind="files" id={same_as.id} />
    </>,
  )
}

/** Announces that several files were added; `same` are those of the site that had the content of one of them. */
const announceAddedFiles = (arrived: number, same: readonly { name: string }[]): Promise<void> => {
  const added = `${counted(arrived, 'file has', 'files have')} been added.`
  const [first] = same
  if (!first) return announce(added)
  const more =
    same.length > 1 ? `${same.length} of them are already here: ${same.map(({ name }) => name).join(', ')}.` : ''
  return announce(`${added} ${more || sameFile(first)}`)
}

const UploadFilesDialog = lazy(retryingImport(() => import('#web/features/files/upload-files-dialog.tsx')))

type Values = UploadTarget & { file: File | null; name: string }
type Batch = { accepted: File[]; refused: Refused[]; opened: boolean }

const bodyOf = ({ name, site_id, visit_id, categories, completed_at, ...expiry }: Values) => ({
  name,
  site_id,
  visit_id,
  categories,
  completed_at: sentDay(completed_at),
  ...sentExpiry(expiry),
})

type Props = {
  scope: FilesScope
  sites: Page<Site>
  /** The ids of the categories that are chosen at first. */
  categories?: readonly string[]
  /** One field in each row. */
  narrow?: boolean
}

/**
 * 'Add a Document': a file, an optional name, its site and visit, and its labels (D-04). Several files open a dialog of
 * their own.
 */
export const AddFileForm = ({ scope, sites, categories, narrow = false }: Props) => {
  const queries = useQueryClient()
  const [batch, setBatch] = useState<Batch>()
  const upload = useUpload()
  const imports = useHolds('import')
  const blank: Values = { ...initialTarget(scope, categories), file: null, name: '' }
  const { form, ...state } = useEndpointForm({
    endpoint: uploadFile,
    initial: blank,
    body: bodyOf,
    extras: ({ file }) => upload.extras(file),
    waitsItself: true,
    around: (send, values) => upload.around(send, { call: 'uploadFile', body: bodyOf(values), file: values.file }),
    onDone: (added) => {
      form.setFieldValue('file', null)
      form.setFieldValue('name', '')
      void reload(queries, 'files')
      void announceAddedFile(added)
    },
  })
  const { file, name, ...target } = form.values

  const chooseOne = (chosen: File | undefined) => {
    const broken = chosen ? brokenFileRule(chosen) : undefined
    form.setFieldValue('file', broken ? null : (chosen ?? null))
    form.setFieldError('file', broken ?? null)
  }
  const choose = (files: File[]) => {
    unfoldPanel()
    if (files.length === 0) return
    setBatch(undefined)
    if (files.length === 1) return chooseOne(files[0])
    form.clearFieldError('file')
    const checked = checkUploads(files, 'file')
    setBatch({ ...checked, opened: checked.accepted.length > 0 })
  }
  const closeBatch = () => {
    setBatch(undefined)
    void reload(queries, 'files')
  }
  const finish = (arrived: number, same: readonly { name: string }[]) => {
    closeBatch()
    if (arrived > 0) void announceAddedFiles(arrived, same)
  }
  const nothingToSend = batch !== undefined && batch.accepted.length === 0
  return (
    <>
      <Panel title="Add a Document" busy={state.busy}>
        <EndpointForm {...state} action={['Add Document', 'Adding Document']} narrow={narrow}>
          <DropField file={file} onChoose={choose} error={form.errors.file} disabled={state.busy} />
          {nothingToSend && <RefusedUploads noun="file" refused={batch.refused} />}
          <TextInput
            label="Display Name"
            description="Defaults to the file name"
            placeholder={file ? nameWithoutExtension(file.name) : ''}
            maxLength={255}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <UploadTargetFields
            scope={scope}
            sites={sites}
            target={target}
            errors={form.errors}
            onChange={(change) => form.setValues(change)}
          />
          {state.busy && <UploadProgress share={upload.share} pause={upload.pause} onCancel={upload.cancel} />}
        </EndpointForm>
        {batch && !nothingToSend && (
          <DialogOutlet about={batch}>
            <UploadFilesDialog
              {...batch}
              scope={scope}
              sites={sites}
              initial={target}
              onClose={closeBatch}
              onDone={finish}
            />
          </DialogOutlet>
        )}
      </Panel>
      <FileCatcher disabled={state.busy} onFiles={choose}>
        {imports && (scope.kind === 'site' || scope.kind === 'client')
          ? 'Drop to add files, or to import a folder'
          : 'Drop to add files'}
      </FileCatcher>
    </>
  )
}
