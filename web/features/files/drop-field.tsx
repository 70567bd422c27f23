import { Button, Input } from '@mantine/core'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { humanReadableSize } from '#schemas/file-size.ts'
import { fileTypes, maxUploadBytes } from '#schemas/upload-rules.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/drop-field.module.css'

type Props = { file: File | null; onChoose: (file: File | null) => void; error: ReactNode; disabled: boolean }

/** Takes one file, chosen or dropped. The input empties after each choice, so a refused file can be chosen again. */
export const DropField = ({ file, onChoose, error, disabled }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) onChoose(event.dataTransfer.files[0] ?? null)
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Input.Wrapper label="File" id={id} error={error} className={styles.field ?? ''} errorProps={{ role: 'alert' }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the input inside */}
      <div
        className={styles.zone}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name={file ? 'file' : 'upload'} size={26} />
        <div className={styles.words}>
          <span className={styles.name}>{file ? file.name : 'Drop a file here, or choose one'}</span>
          <span className={styles.hint}>
            {file ? humanReadableSize(file.size) : `PDF, JPEG or PNG, up to ${humanReadableSize(maxUploadBytes)}`}
          </span>
        </div>
        <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
          {file ? 'Choose another' : 'Choose a file'}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          accept={fileTypes.join(',')}
          className={styles.input}
          tabIndex={-1}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            onChoose(currentTarget.files?.[0] ?? null)
            currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
