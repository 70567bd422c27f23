import { Button, CloseButton } from '@mantine/core'
import { useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { bottomBarAtom } from '#web/components/bottom-bar.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'
import { type LazyDialogs, useShowDialog } from '#web/components/record/lazy-dialogs.tsx'
import styles from '#web/components/selection-bar.module.css'
import { shownMoment } from '#web/lib/moment.ts'

type Props = {
  /** The selection: 'Selected files'. */
  label: string
  /** The number of selected records. */
  count: number
  /** The number of records of the list, of which some may not be loaded. */
  total: number
  /** Selects them all; undefined while it is not known what they are. */
  onAll: (() => void) | undefined
  onNone: () => void
  /** The actions. */
  children: ReactNode
}

/**
 * The actions for the selected records, within reach of the thumb; screen readers announce the selection. Nothing can be
 * done with what is past.
 */
export const SelectionBar = ({ label, count, total, onAll, onNone, children }: Props) => {
  const ref = useSetAtom(bottomBarAtom)
  if (shownMoment() !== null) return null
  return (
    <section ref={ref} aria-label={label} className={styles.container}>
      <p role="status" className={count > 0 ? styles.count : styles.unseen}>
        {count > 0 ? `${count.toLocaleString('en-GB')} selected` : ''}
      </p>
      {count > 0 && (
        <>
          {onAll && count < total && (
            <Button size="xs" variant="subtle" onClick={onAll}>
              {`Select all ${total.toLocaleString('en-GB')}`}
            </Button>
          )}
          <div className={styles.actions}>{children}</div>
          <CloseButton aria-label="Select none" onClick={onNone} className={styles.close ?? ''} />
        </>
      )}
    </section>
  )
}

type ActionProps<Dialog, Own extends object> = {
  label: string
  icon: IconName
  dialogs: LazyDialogs<Dialog, Own>
  dialog: Dialog
  /** Whether it takes something away. */
  isDeletion?: boolean
}

/** An action for the selected records, which opens a dialog. */
export const SelectionAction = <Dialog, Own extends object>(props: ActionProps<Dialog, Own>) => {
  const { label, icon, dialogs, dialog, isDeletion = false } = props
  const show = useShowDialog(dialogs)
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<Icon name={icon} size={15} />}
      aria-haspopup="dialog"
      className={styles.action ?? ''}
      {...(isDeletion ? { c: 'var(--mantine-color-error)' } : {})}
      onPointerEnter={dialogs.preload}
      onFocus={dialogs.preload}
      onClick={() => show(dialog)}
    >
      {label}
    </Button>
  )
}
