import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { Entry, EntryLine, EntryName } from '#web/components/entries.tsx'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { Failure } from '#web/components/query-state.tsx'
import { SelectCheck } from '#web/components/select-check.tsx'
import { RestoreButton } from '#web/features/trash/restore-button.tsx'
import { TrashContents } from '#web/features/trash/trash-contents.tsx'
import styles from '#web/features/trash/trash-entry.module.css'
import { daysLeft, manyIn, wholeOf } from '#web/features/trash/trash-words.ts'
import { useRestoring } from '#web/features/trash/use-restoring.ts'
import { longDateTime } from '#web/lib/dates.ts'

type Props = { entry: TrashEntry; selected: boolean; onSelect: (range: boolean) => void }

/** What one act deleted: what, by whom and when, the days left, the restore button, and on demand each record. */
export const TrashRow = ({ entry, selected, onSelect }: Props) => {
  const [opened, setOpened] = useState(false)
  const restoring = useRestoring()
  const [stays] = restoring.left
  const heading = `trash-${entry.id}`
  const many = manyIn(entry)
  return (
    <Entry className={styles.row}>
      {/* Its column stays where there is nothing to select. */}
      <div>
        <SelectCheck large name={entry.name} selected={selected} onSelect={onSelect} />
      </div>
      <span className={styles.icon}>
        <Icon name={kinds[entry.resource].icon} size={20} />
      </span>
      <div className={styles.words}>
        <EntryName id={heading}>{entry.name}</EntryName>
        <div className={styles.whole}>
          <EntryLine>{wholeOf(entry)}</EntryLine>
          {many > 1 && (
            <Button
              variant="subtle"
              size="compact-xs"
              aria-expanded={opened}
              aria-describedby={heading}
              onClick={() => setOpened(!opened)}
            >
              {opened ? 'Hide records' : `Show ${counted(many, 'record', 'records')}`}
            </Button>
          )}
        </div>
        <EntryLine>
          {`Deleted by ${entry.deleted_by_user.name ?? 'an erased person'} on ${longDateTime(entry.deleted_at)}`}
        </EntryLine>
      </div>
      <div className={styles.actions}>
        <span className={styles.left}>{`${counted(daysLeft(entry.expires_at, Date.now()), 'day', 'days')} left`}</span>
        <RestoreButton restoring={restoring} about={heading} onClick={() => restoring.mutate(async () => [entry])} />
      </div>
      {opened && <TrashContents entry={entry} />}
      {(stays || restoring.isError) && (
        <div className={styles.failure}>
          <Failure {...(stays ?? { error: restoring.error })} />
        </div>
      )}
    </Entry>
  )
}
