import { ActionIcon, Badge, Button, Card } from '@mantine/core'
import { useId } from 'react'
import { downloadFile } from '#schemas/resources/files.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { Expiry } from '#web/components/expiry.tsx'
import { Icon } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { useShowShare } from '#web/components/share-target.ts'
import { Thumbnail } from '#web/components/thumbnail.tsx'
import { FileAncestry } from '#web/features/files/file-ancestry.tsx'
import styles from '#web/features/files/file-card.module.css'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import selectBox from '#web/features/files/select-box.module.css'
import { urlOf } from '#web/lib/api.ts'
import { longDate } from '#web/lib/dates.ts'
import { useCan } from '#web/lib/session.ts'

type SelectBoxProps = { name: string; selected: boolean; onToggle: (range: boolean) => void }

/** Selects a file; with Shift, all files from the previous one. */
const SelectBox = ({ name, selected, onToggle }: SelectBoxProps) => (
  <label className={selectBox.box}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selected}
      className={selectBox.input}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
    <span className={selectBox.mark}>{selected && <Icon name="check" size={15} />}</span>
  </label>
)

type Props = {
  file: GalleryFile
  selected: boolean
  /** Selects the file, or with `range` all files up to it. */
  onSelect: (range: boolean) => void
}

/** A file: picture, name, size and type, labels, ancestry, uploader, and buttons. */
export const FileCard = ({ file, selected, onSelect }: Props) => {
  const can = useCan()
  const heading = useId()
  const show = useShowDialog(fileDialogs)
  const share = useShowShare('files')
  const labels = file.categories.length > 0 ? file.categories.map(({ name }) => name) : ['Uncategorised']
  const adder = file.created_by_user.name ?? 'an erased person'
  const versioned = file.version > 1 ? ` · Version ${file.version}` : ''
  const buttonProps = { size: 'xs', 'aria-describedby': heading } as const
  const opens = (kind: 'preview' | 'edit' | 'delete') => ({
    'aria-haspopup': 'dialog' as const,
    'data-row-key': kind,
    onClick: () => show({ kind, record: file }),
    onPointerEnter: fileDialogs.preload,
    onFocus: fileDialogs.preload,
  })
  const picture = (
    <Thumbnail
      src={file.thumbnail_url}
      icon={file.mime_type.startsWith('image/') ? 'photo' : 'file'}
      {...(file.thumbnail_state === 'pending' ? { note: 'Preparing the picture…' } : {})}
    />
  )
  return (
    <Card
      component="article"
      aria-labelledby={heading}
      padding={0}
      className={styles.card}
      data-selected={selected || undefined}
    >
      <div className={styles.picture}>
        {can('files.view') ? (
          // The button below does the same; this one is for the pointer.
          <button type="button" tabIndex={-1} aria-hidden="true" className={styles.open} {...opens('preview')}>
            {picture}
          </button>
        ) : (
          picture
        )}
        {share && (
          <ActionIcon
            variant="default"
            size={34}
            className={styles.share ?? ''}
            aria-label={`Share ${file.name}`}
            title="Share"
            aria-haspopup="dialog"
            onClick={() => share(file)}
          >
            <Icon name="share" />
          </ActionIcon>
        )}
        <SelectBox name={file.name} selected={selected} onToggle={onSelect} />
      </div>
      <div className={styles.words}>
        <h2 id={heading} className={styles.name} title={file.name}>
          {file.name}
        </h2>
        <p className={styles.line}>{`${file.human_readable_size} · ${typeName(file.type)}${versioned}`}</p>
        <ul className={styles.labels} aria-label="Categories">
          {labels.map((label) => (
            <li key={label}>
              <Badge variant="default" size="sm" tt="none" fw={500}>
                {label}
              </Badge>
            </li>
          ))}
        </ul>
        {file.expires_at && (
          <div>
            <Expiry expiresAt={file.expires_at} />
          </div>
        )}
        {file.found?.excerpt && <p className={styles.excerpt}>{file.found.excerpt}</p>}
        <FileAncestry file={file} />
        {can('files.create') && <p className={styles.line}>{`Added by ${adder} on ${longDate(file.created_at)}`}</p>}
      </div>
      <div className={styles.actions}>
        {can('files.view') && (
          <>
            <Button
              {...buttonProps}
              variant="default"
              leftSection={<Icon name="eye" size={15} />}
              {...opens('preview')}
            >
              Preview
            </Button>
            <Button
              {...buttonProps}
              component="a"
              href={urlOf(downloadFile, { params: { id: file.id } })}
              variant="default"
              leftSection={<Icon name="download" size={15} />}
            >
              Download
            </Button>
          </>
        )}
        {can('files.update') && (
          <Button {...buttonProps} variant="subtle" leftSection={<Icon name="edit" size={15} />} {...opens('edit')}>
            Edit File
          </Button>
        )}
        {can('files.delete') && (
          <Button
            {...buttonProps}
            variant="subtle"
            c="var(--mantine-color-error)"
            leftSection={<Icon name="trash" size={15} />}
            {...opens('delete')}
          >
            Delete File
          </Button>
        )}
      </div>
    </Card>
  )
}
