import { Button, Input } from '@mantine/core'
import { type ReactNode, useId, useRef } from 'react'
import { humanReadableSize } from '#schemas/file-size.ts'
import { fileTypes, maxUploadBytes } from '#schemas/upload-rules.ts'
import styles from '#web/components/drop-field.module.css'
import { Icon } from '#web/components/icon.tsx'

type Props = { file: File | null; onChoose: (files: File[]) => void; error: ReactNode; disabled: boolean }

/**
 * Takes one file or several; those that are dropped or pasted anywhere on the page come by the file catcher. The input
 * empties after each choice, so a refused file can be chosen again.
 */
export const DropField = ({ file, onChoose, error, disabled }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <Input.Wrapper label="File" id={id} error={error} className={styles.field ?? ''} errorProps={{ role: 'alert' }}>
      <div className={styles.zone}>
        <Icon name={file ? 'file' : 'upload'} size={26} />
        <div className={styles.words}>
          <span className={styles.name}>{file ? file.name : 'Drop files here, or choose them'}</span>
          <span className={styles.hint}>
            {file ? humanReadableSize(file.size) : `PDF, JPEG or PNG, up to ${humanReadableSize(maxUploadBytes)} each`}
          </span>
        </div>
        <Button variant="default" size="xs" disabled={disabled} onClick={() => input.current?.click()}>
          {file ? 'Choose another' : 'Choose files'}
        </Button>
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          accept={fileTypes.join(',')}
          className={styles.input}
          tabIndex={-1}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            onChoose([...(currentTarget.files ?? [])])
            currentTarget.value = ''
          }}
        />
      </div>
    </Input.Wrapper>
  )
}
