import { ActionIcon } from '@mantine/core'
import { downloadFile } from '#schemas/resources/files.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import styles from '#web/components/list/row-actions.module.css'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { useShowShare } from '#web/components/share-target.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { urlOf } from '#web/lib/api.ts'
import { useCan } from '#web/lib/session.ts'

/** The actions of a file in a line of the table: download, share, edit, delete. */
export const FileActions = ({ file }: { file: GalleryFile }) => {
  const can = useCan()
  const show = useShowDialog(fileDialogs)
  const share = useShowShare('files')
  const icon = { variant: 'subtle', color: 'gray', c: 'dimmed', size: 32 } as const
  const opens = (kind: 'edit' | 'delete', label: string, name: IconName) => (
    <ActionIcon
      {...icon}
      aria-label={`${label} ${file.name}`}
      aria-haspopup="dialog"
      data-row-key={kind}
      onClick={() => show({ kind, record: file })}
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
    >
      <Icon name={name} />
    </ActionIcon>
  )
  return (
    <div className={styles.actions}>
      {can('files.view') && (
        <ActionIcon
          {...icon}
          component="a"
          href={urlOf(downloadFile, { params: { id: file.id } })}
          aria-label={`Download ${file.name}`}
        >
          <Icon name="download" />
        </ActionIcon>
      )}
      {share && (
        <ActionIcon {...icon} aria-label={`Share ${file.name}`} aria-haspopup="dialog" onClick={() => share(file)}>
          <Icon name="share" />
        </ActionIcon>
      )}
      {can('files.update') && opens('edit', 'Edit', 'edit')}
      {can('files.delete') && opens('delete', 'Delete', 'trash')}
    </div>
  )
}
