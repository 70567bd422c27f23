import { Button, Input } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Endpoint } from '#schemas/endpoint.ts'
import { brokenThumbnailRule, maxUploadBytes, thumbnailUploadTypes } from '#schemas/limits/upload-rules.ts'
import type { PictureState } from '#schemas/records/picture-state.ts'
import type { LiveChange } from '#schemas/resources/live.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import type { IconName } from '#web/components/icon.tsx'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import styles from '#web/components/thumbnail-field.module.css'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

type Props = {
  /** The label of the field: 'Logo'. */
  label: string
  /** The label of the button that restores the default picture: 'Remove' or 'Reset'. */
  resetLabel: string
  record: { id: string; thumbnail_url: string | null; thumbnail_state: PictureState }
  resource: LiveChange['resource']
  replace: Endpoint
  reset: Endpoint
  icon: IconName
  initials?: string
}

const notes: Record<PictureState, string | undefined> = {
  none: undefined,
  pending: 'Preparing the picture…',
  ready: undefined,
  failed: 'The last picture could not be read. Please choose another one.',
}
const allowed = `JPEG, PNG, GIF or HEIC, up to ${humanReadableSize(maxUploadBytes)}`

/**
 * The picture of a client or a site. Choosing a file replaces it at once; it can be reset to the default. The input is
 * cleared after each choice, so that a refused file can be chosen again.
 */
export const ThumbnailField = ({ label, resetLabel, record, resource, ...field }: Props) => {
  const queries = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const params = { id: record.id }
  const change = useMutation({
    mutationFn: (file: File | null) =>
      file ? callApi(field.replace, { params }, { file }) : callApi(field.reset, { params }),
    onMutate: () => setError(undefined),
    onError: (problem) => setError(fieldErrors(problem).thumbnail ?? messageOf(problem)),
    onSuccess: async (_answer, file) => {
      await reload(queries, resource)
      void announce(file ? 'The picture has been replaced.' : 'The default picture is shown again.')
    },
  })
  const choose = (file: File) => {
    const broken = brokenThumbnailRule(file)
    setError(broken)
    if (!broken) change.mutate(file)
  }
  const hasOwn = record.thumbnail_url !== null || record.thumbnail_state === 'pending'
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <div className={styles.row}>
        <span className={styles.frame}>
          <Thumbnail
            src={record.thumbnail_url}
            icon={field.icon}
            {...(field.initials ? { initials: field.initials } : {})}
          />
        </span>
        <div className={styles.words}>
          <div className={styles.buttons}>
            <Button variant="default" size="xs" disabled={change.isPending} onClick={() => input.current?.click()}>
              {hasOwn ? 'Replace' : 'Choose a picture'}
            </Button>
            {hasOwn && (
              <Button variant="subtle" size="xs" disabled={change.isPending} onClick={() => change.mutate(null)}>
                {resetLabel}
              </Button>
            )}
          </div>
          <p className={styles.note} role="status">
            {change.isPending ? 'One moment…' : (notes[record.thumbnail_state] ?? allowed)}
          </p>
        </div>
        <input
          ref={input}
          type="file"
          aria-label={label}
          accept={thumbnailUploadTypes.join(',')}
          className={styles.input}
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const [file] = declaredPhotos(currentTarget.files ?? [])
            if (file) choose(file)
            currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
