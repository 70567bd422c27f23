import { ActionIcon, Progress, TextInput } from '@mantine/core'
import '@mantine/core/styles/Progress.layer.css'
import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { Icon } from '#web/components/icon.tsx'
import { PauseNote } from '#web/components/pause-note.tsx'
import styles from '#web/components/upload-list.module.css'
import type { UploadRow } from '#web/lib/upload-rows.ts'

type RowProps = {
  row: UploadRow
  /** Takes the focus when the dialog opens. */
  first: boolean
  onRename: (name: string) => void
  onRemove: () => void
}

/** The state text of a file that is not being sent. */
const states: Record<Exclude<UploadRow['state'], 'sending'>, string> = {
  waiting: '',
  done: 'Uploaded',
  failed: 'Not uploaded',
}

const Row = ({ row: { file, name, state, share, pause, message }, first, onRename, onRemove }: RowProps) => (
  <li className={styles.row} data-state={state}>
    <span className={styles.icon}>
      <Icon name={state === 'done' ? 'check' : file.type.startsWith('image/') ? 'photo' : 'file'} size={20} />
    </span>
    <TextInput
      label={`Display Name of ${file.name}`}
      labelProps={{ className: styles.label }}
      placeholder={nameWithoutExtension(file.name)}
      value={name}
      maxLength={255}
      autoComplete="off"
      data-autofocus={first || undefined}
      readOnly={state === 'sending' || state === 'done'}
      error={message}
      errorProps={{ role: 'alert' }}
      onChange={(event) => onRename(event.currentTarget.value)}
      className={styles.field ?? ''}
    />
    {state !== 'done' && (
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`${state === 'sending' ? 'Cancel' : 'Remove'} ${file.name}`}
        onClick={onRemove}
        className={styles.remove ?? ''}
      >
        <Icon name="close" size={16} />
      </ActionIcon>
    )}
    <p className={styles.detail}>
      <span className={styles.file}>{file.name}</span>
      <span>{humanReadableSize(file.size)}</span>
      {state !== 'sending' && states[state] && <span className={styles.state}>{states[state]}</span>}
    </p>
    {pause && (
      <div className={styles.pause}>
        <PauseNote pause={pause} />
      </div>
    )}
    {state === 'sending' && !pause && (
      <Progress
        value={share * 100}
        aria-label={`Uploaded so far of ${file.name}`}
        size="sm"
        radius="xl"
        transitionDuration={150}
        className={styles.progress ?? ''}
      />
    )}
  </li>
)

type Props = {
  rows: readonly UploadRow[]
  onRename: (key: string, name: string) => void
  onRemove: (key: string) => void
}

/** The files of a batch: each can be renamed and removed, and shows its progress. */
export const UploadList = ({ rows, onRename, onRemove }: Props) => (
  <ul className={styles.list} aria-label="Chosen files">
    {rows.map((row, at) => (
      <Row
        key={row.key}
        row={row}
        first={at === 0}
        onRename={(name) => onRename(row.key, name)}
        onRemove={() => onRemove(row.key)}
      />
    ))}
  </ul>
)
