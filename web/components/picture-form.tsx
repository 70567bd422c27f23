import { Button, Input } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { brokenPictureRule, heicTypes, maxPictureBytes, pictureUploadTypes } from '#schemas/limits/upload-rules.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import styles from '#web/components/picture-form.module.css'
import { initials } from '#web/components/thumbnail.tsx'
import type { BodyFor, InputOf } from '#web/lib/api.ts'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

type Props<E extends Endpoint> = {
  /** A call that uploads one file in the field `photo`. */
  endpoint: E
  params?: InputOf<E>['params']
  /** The name of the user or team in the picture. */
  name: string
  current: string | null
  state: 'none' | 'pending' | 'ready' | 'failed'
  onDone: (answer: ResponseOf<E>) => unknown
}

const notes: Record<Props<Endpoint>['state'], string | undefined> = {
  none: undefined,
  pending: 'Preparing the picture…',
  ready: undefined,
  failed: 'The last picture could not be read. Please choose another one.',
}

/** An object URL of the chosen file, revoked when it is no longer shown; few browsers show a HEIC. */
const usePreview = (file: File | null): string | null => {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!file || heicTypes.some((type) => type === file.type)) return setAddress(null)
    const objectUrl = URL.createObjectURL(file)
    setAddress(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return address
}

/** The picture of a user or a team, with a preview; nothing is sent when no file is chosen. */
export const PictureForm = <E extends Endpoint>({ endpoint, params, name, current, state, onDone }: Props<E>) => {
  const input = useRef<HTMLInputElement>(null)
  const { form, submit, ...progress } = useEndpointForm({
    endpoint,
    params,
    initial: { photo: null as File | null },
    body: () => ({}) as BodyFor<E>,
    extras: ({ photo }) => (photo ? { file: photo } : {}),
    onDone: (answer: ResponseOf<E>) => {
      form.setFieldValue('photo', null)
      onDone(answer)
    },
  })
  const { photo } = form.values
  const preview = usePreview(photo)
  const shown = preview ?? current

  const choose = (file: File | null) => {
    const broken = file ? brokenPictureRule(file) : undefined
    form.setFieldValue('photo', broken ? null : file)
    form.setFieldError('photo', broken ?? null)
  }
  return (
    <EndpointForm
      {...progress}
      submit={(event) => (photo ? submit(event) : event?.preventDefault())}
      action={['Update photo', 'Updating photo']}
    >
      <div className={styles.row}>
        <span className={styles.frame} aria-hidden="true">
          {shown ? <img src={shown} alt="" className={styles.picture} /> : initials(name)}
        </span>
        <div className={styles.words}>
          <Button variant="default" size="xs" disabled={progress.busy} onClick={() => input.current?.click()}>
            {photo ? 'Choose another' : 'Choose a photo'}
          </Button>
          <p className={styles.note}>
            {photo
              ? photo.name
              : (notes[state] ?? `JPEG, PNG, GIF or HEIC, up to ${humanReadableSize(maxPictureBytes)}`)}
          </p>
          {form.errors.photo && <Input.Error role="alert">{form.errors.photo}</Input.Error>}
        </div>
        <input
          ref={input}
          type="file"
          aria-label="Photo"
          accept={pictureUploadTypes.join(',')}
          className={styles.input}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            choose(declaredPhotos(currentTarget.files ?? [])[0] ?? null)
            currentTarget.value = ''
          }}
        />
      </div>
    </EndpointForm>
  )
}
