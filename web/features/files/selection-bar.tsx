import { Button, CloseButton } from '@mantine/core'
import { useSetAtom } from 'jotai'
import { bottomBarAtom } from '#web/components/bottom-bar.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import { type Chosen, isOfOneSite } from '#web/features/files/chosen.ts'
import type { FileDialog } from '#web/features/files/file-dialog.ts'
import { fileDialogs } from '#web/features/files/file-feature.ts'
import styles from '#web/features/files/selection-bar.module.css'
import { useCan } from '#web/lib/session.ts'

type Kind = Extract<FileDialog, { chosen: unknown }>['kind']
type Props = {
  chosen: Chosen
  /** The number of files of the list, of which some may not be loaded. */
  total: number
  /** Selects them all; undefined while it is not known what they are. */
  onAll: (() => void) | undefined
  onNone: () => void
}

/** The actions for the selected files, within reach of the thumb; screen readers announce the selection. */
export const SelectionBar = ({ chosen, total, onAll, onNone }: Props) => {
  const can = useCan()
  const show = useShowDialog(fileDialogs)
  const mayUpdate = can('files.update')
  const { count } = chosen
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
      onClick={() => show({ kind, chosen })}
    >
      {label}
    </Button>
  )
  return (
    <section ref={useSetAtom(bottomBarAtom)} aria-label="Selected files" className={styles.container}>
      <p role="status" className={count > 0 ? styles.count : styles.unseen}>
        {count > 0 ? `${count} selected` : ''}
      </p>
      {count > 0 && (
        <>
          {onAll && count < total && (
            <Button size="xs" variant="subtle" onClick={onAll}>
              {`Select all ${total}`}
            </Button>
          )}
          <div className={styles.actions}>
            {mayUpdate && action('Label', 'label', 'tag')}
            {/* A visit belongs to one site. */}
            {mayUpdate && isOfOneSite(chosen) && can('visits.view') && action('Visit', 'visit', 'pin')}
            {mayUpdate && action('Date', 'date', 'calendar')}
            {mayUpdate && action('Expiry', 'expiry', 'bell')}
            {mayUpdate && can('sites.view') && action('Move', 'move', 'move')}
            {action('Download', 'zip', 'download')}
            {can('files.delete') && action('Delete', 'delete-many', 'trash')}
          </div>
          <CloseButton aria-label="Select none" onClick={onNone} className={styles.close ?? ''} />
        </>
      )}
    </section>
  )
}
