import { Button, CloseButton } from '@mantine/core'
import type { SiteFile } from '#schemas/resources/files.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import styles from '#web/features/files/selection-bar.module.css'
import { useCan } from '#web/lib/session.ts'

type Kind = Extract<FileDialog, { files: unknown }>['kind']
type Props = {
  selected: readonly SiteFile[]
  /** The number of loaded files that can be selected. */
  shown: number
  onAll: () => void
  onNone: () => void
}

/** The actions for the selected files, within reach of the thumb; screen readers announce the selection. */
export const SelectionBar = ({ selected, shown, onAll, onNone }: Props) => {
  const can = useCan()
  const show = useShowDialog(fileDialogs)
  const mayUpdate = can('files.update')
  // A visit belongs to one site.
  const ofOneSite = new Set(selected.map(({ site_id }) => site_id)).size === 1
  const action = (label: string, kind: Kind, icon: IconName) => (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={icon} size={15} />}
      aria-haspopup="dialog"
      className={styles.action ?? ''}
      {...(kind === 'delete-many' ? { c: 'var(--mantine-color-error)' } : {})}
      onPointerEnter={fileDialogs.preload}
      onFocus={fileDialogs.preload}
      onClick={() => show({ kind, files: selected })}
    >
      {label}
    </Button>
  )
  return (
    <section aria-label="Selected files" className={styles.container}>
      <p role="status" className={selected.length > 0 ? styles.count : styles.unseen}>
        {selected.length > 0 ? `${selected.length} selected` : ''}
      </p>
      {selected.length > 0 && (
        <>
          {selected.length < shown && (
            <Button size="xs" variant="subtle" onClick={onAll}>
              {`Select all ${shown}`}
            </Button>
          )}
          <div className={styles.actions}>
            {mayUpdate && action('Label', 'label', 'tag')}
            {mayUpdate && ofOneSite && can('visits.view') && action('Visit', 'visit', 'pin')}
            {mayUpdate && action('Date', 'date', 'calendar')}
            {mayUpdate && action('Expiry', 'expiry', 'bell')}
            {can('files.delete') && action('Delete', 'delete-many', 'trash')}
          </div>
          <CloseButton aria-label="Select none" onClick={onNone} className={styles.close ?? ''} />
        </>
      )}
    </section>
  )
}
