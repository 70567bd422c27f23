import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { brokenFileRule, maxUploadBytes, uploadTypes } from '#schemas/limits/upload-rules.ts'
import {
  addFileVersion,
  bringBackFileVersion,
  type FileVersion,
  listFileVersions,
  type VersionedFile,
} from '#schemas/resources/file-versions.ts'
import { type SiteFile, showFile } from '#schemas/resources/files.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { Entries } from '#web/components/entries.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { Loaded } from '#web/components/loaded.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { UploadProgress } from '#web/components/upload-progress.tsx'
import { VersionRow } from '#web/features/files/version-row.tsx'
import { outcomeWords } from '#web/features/files/version-words.ts'
import styles from '#web/features/files/versions-dialog.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useUpload } from '#web/lib/use-upload.ts'

/** The common part of both ways to a new version: what follows a success, and what follows somebody else's change. */
const useVersioning = (file: SiteFile) => {
  const queries = useQueryClient()
  // The live stream may tell of the new version before the answer does.
  const before = useRef(file)
  return {
    /** Begins a new version: answers the revision that it is made of. */
    begin: (): string => {
      before.current = file
      return file.revision
    },
    onDone: (answer: VersionedFile) => {
      void announce(outcomeWords(before.current, answer))
      return reload(queries, 'files')
    },
    /** Shows what somebody else has changed (D-73); the message tells it, and the next try is made on that. */
    refresh: (problem: unknown) => {
      if (problem instanceof ApiProblem && problem.status === 412) void reload(queries, 'files')
    },
  }
}

const taken = {
  types: uploadTypes,
  words: `PDF, JPEG, PNG or HEIC, up to ${humanReadableSize(maxUploadBytes)}. The earlier version stays.`,
  several: false,
  photos: true,
}

/** Uploads content that takes the place of a file's. */
const ReplaceForm = ({ file }: { file: SiteFile }) => {
  const upload = useUpload()
  const { begin, onDone, refresh } = useVersioning(file)
  const { form, submit, ...progress } = useEndpointForm({
    endpoint: addFileVersion,
    params: { id: file.id },
    initial: { file: null as File | null },
    body: () => ({}),
    extras: (values) => ({ ...upload.extras(values.file), ifMatch: begin() }),
    waitsItself: true,
    around: (send, values) =>
      upload.around(send, {
        call: 'addFileVersion',
        body: {},
        file: values.file,
        version: { id: file.id, ifMatch: file.revision },
      }),
    onProblem: (problem) => {
      refresh(problem)
      return false
    },
    onDone: (answer) => {
      form.setFieldValue('file', null)
      return onDone(answer)
    },
  })
  const choose = ([chosen]: File[]) => {
    if (!chosen) return
    const broken = brokenFileRule(chosen)
    form.setFieldValue('file', broken ? null : chosen)
    form.setFieldError('file', broken ?? null)
  }
  return (
    <EndpointForm {...progress} submit={submit} action={['Replace file', 'Replacing file']} narrow>
      <DropField
        label="Replace with"
        file={form.values.file}
        onChoose={choose}
        error={form.errors.file}
        disabled={progress.busy}
        taken={taken}
      />
      <FileCatcher disabled={progress.busy} onFiles={choose} inDialog>
        Drop to replace the file
      </FileCatcher>
      {progress.busy && <UploadProgress share={upload.share} pause={upload.pause} onCancel={upload.cancel} />}
    </EndpointForm>
  )
}

type Props = { file: SiteFile; onPreview: (version: FileVersion) => void; opened: boolean; onClose: () => void }

/** All versions of a file, newest first, and the form that replaces its content. */
export const VersionsDialog = ({ file: shown, onPreview, opened, onClose }: Props) => {
  const { data: file = shown } = useQuery(oneQuery(showFile, { id: shown.id }))
  const mayUpdate = useCan()('files.update')
  const versions = useQuery(oneQuery(listFileVersions, { id: file.id }))
  const { begin, onDone, refresh } = useVersioning(file)
  const bringBack = useMutation({
    mutationFn: async (version: number) => {
      const extras = { ifMatch: begin(), idempotencyKey: crypto.randomUUID() }
      return (await callApi(bringBackFileVersion, { params: { id: file.id, version } }, extras)).data
    },
    onSuccess: onDone,
    onError: refresh,
  })
  return (
    <Dialog title={`Versions of ${file.name}`} opened={opened} onClose={onClose} size="42rem">
      <div className={styles.content}>
        {mayUpdate && <ReplaceForm file={file} />}
        {bringBack.isError && <Failure error={bringBack.error} />}
        <Loaded query={versions} label="Loading versions">
          {(all) => (
            <Entries label="Versions">
              {all.map((version) => (
                <VersionRow
                  key={version.version}
                  file={file}
                  version={version}
                  onPreview={() => onPreview(version)}
                  onBringBack={
                    mayUpdate && version.sha256 !== all[0]?.sha256 ? () => bringBack.mutate(version.version) : undefined
                  }
                  busy={bringBack.isPending}
                />
              ))}
            </Entries>
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}
