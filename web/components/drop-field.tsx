import { Button, Input } from '@mantine/core'
import { useFileDialog, useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useId, useRef } from 'react'
import { maxUploadBytes, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import styles from '#web/components/drop-field.module.css'
import { Icon } from '#web/components/icon.tsx'
import photoButton from '#web/components/photo-button.module.css'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

type PhotoButtonProps = { disabled: boolean; onTake: (photos: File[]) => void }

const Camera = ({ disabled, onTake }: PhotoButtonProps) => {
  const camera = useFileDialog({
    accept: 'image/*',
    capture: 'environment',
    multiple: false,
    onChange: (photos) => onTake([...(photos ?? [])]),
  })
  return (
    <Button
      variant="light"
      size="xs"
      leftSection={<Icon name="photo" />}
      disabled={disabled}
      onClick={camera.open}
      data-camera
      className={photoButton.button ?? ''}
    >
      Take a photo
    </Button>
  )
}

/** Opens the rear camera of a phone or a tablet, and hands over its photo; nothing is shown where a mouse points. */
const PhotoButton = (props: PhotoButtonProps) => {
  const touched = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  return touched ? <Camera {...props} /> : null
}

/**
 * The accepted files: their types or extensions, also as text, whether several may be chosen, whether a photo of the
 * device's camera is one, and whether it is a folder of them that is chosen.
 */
type Taken = { types: readonly string[]; words: string; several: boolean; photos?: boolean; folder?: boolean }

export const uploads: Taken = {
  types: uploadTypes,
  words: `PDF, JPEG, PNG or HEIC, up to ${humanReadableSize(maxUploadBytes)} each`,
  several: true,
  photos: true,
}

type Props = {
  label?: string
  file: { name: string; size: number } | null
  onChoose: (files: File[]) => void
  error: ReactNode
  disabled: boolean
  taken?: Taken
}

/**
 * Chooses one file or several; the file catcher takes files that are dropped or pasted anywhere on the page. The input
 * is cleared after each choice, so that a refused file can be chosen again.
 */
export const DropField = ({ label = 'File', file, onChoose, error, disabled, taken = uploads }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const noun = taken.folder ? 'a folder' : taken.several ? 'files' : 'a file'
  return (
    <Input.Wrapper label={label} id={id} error={error} className={styles.field ?? ''} errorProps={{ role: 'alert' }}>
      <div className={styles.zone}>
        <Icon name={file ? 'file' : 'upload'} size={26} />
        <div className={styles.words}>
          <span className={styles.name}>
            {file ? safeText(file.name) : `Drop ${noun} here, or choose ${noun === 'files' ? 'them' : 'one'}`}
          </span>
          <span className={styles.hint}>{file ? humanReadableSize(file.size) : taken.words}</span>
        </div>
        {taken.photos && <PhotoButton disabled={disabled} onTake={onChoose} />}
        <Button
          variant="default"
          size="xs"
          disabled={disabled}
          onClick={() => input.current?.click()}
          className={styles.button ?? ''}
        >
          {file ? 'Choose another' : `Choose ${noun}`}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          multiple={taken.several}
          accept={taken.types.join(',')}
          {...(taken.folder && { webkitdirectory: '' })}
          className={styles.input}
          tabIndex={-1}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            onChoose(taken.folder ? [...(currentTarget.files ?? [])] : declaredPhotos(currentTarget.files ?? []))
            currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
