import { brokenFileRule, maxUploadBytes, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { addFileVersion } from '#schemas/resources/file-versions.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { UploadProgress } from '#web/components/upload-progress.tsx'
import { useVersioning } from '#web/features/files/use-versioning.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'
import { useUpload } from '#web/lib/use-upload.ts'

const taken = {
  types: uploadTypes,
  words: `PDF, JPEG, PNG or HEIC, up to ${humanReadableSize(maxUploadBytes)}. The earlier version stays.`,
  several: false,
  photos: true,
}

/** Uploads content that takes the place of a file's. */
export const ReplaceForm = ({ file }: { file: SiteFile }) => {
  const upload = useUpload()
  const { onDone, refresh } = useVersioning(file)
  const { form, submit, ...progress } = useEndpointForm({
    endpoint: addFileVersion,
    params: { id: file.id },
    initial: { file: null as File | null },
    body: () => ({}),
    extras: (values) => ({ ...upload.extras(values.file), ifMatch: file.revision }),
    waitsItself: true,
    around: (send, values) =>
      upload.around(send, {
        ...{ call: 'addFileVersion', body: {}, file: values.file },
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
