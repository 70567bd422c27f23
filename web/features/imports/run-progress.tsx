import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import { withInitial } from '#schemas/nouns.ts'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { EntryLine } from '#web/components/entries.tsx'
import styles from '#web/features/imports/imports.module.css'

const many = (count: number): string => Math.round(count).toLocaleString('en-GB')

/** The progress of a run, its rate, and the estimated time left. */
export const RunProgress = ({ done, listed, total, rows_per_second, bytes }: NonNullable<ImportRun['progress']>) => {
  const left = rows_per_second > 0 ? `, about ${many((total - done) / rows_per_second)} s left` : ''
  const shown = listed < done ? `; lists show ${many(listed)}` : ''
  const unit = bytes ? 'files' : 'rows'
  const sizes = bytes ? ` (${humanReadableSize(bytes.done)} of ${humanReadableSize(bytes.total)})` : ''
  return (
    <div className={styles.progress}>
      <Progress
        value={total === 0 ? 100 : Math.round((listed / total) * 100)}
        aria-label={`${withInitial(unit)} that lists show`}
        size="md"
        radius="xl"
      />
      <EntryLine>{`${many(done)} of ${many(total)} ${unit}${sizes}, ${many(rows_per_second)} a second${left}${shown}`}</EntryLine>
    </div>
  )
}
