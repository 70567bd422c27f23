import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { EntryLine } from '#web/components/entries.tsx'
import styles from '#web/features/imports/imports.module.css'

const many = (count: number): string => Math.round(count).toLocaleString('en-GB')

/** How far the work at a run is, its rate and about how long it will take. */
export const RunProgress = ({ done, total, rows_per_second }: NonNullable<ImportRun['progress']>) => {
  const left = rows_per_second > 0 ? `, about ${many((total - done) / rows_per_second)} s left` : ''
  return (
    <div className={styles.progress}>
      <Progress
        value={total === 0 ? 100 : (done / total) * 100}
        aria-label="Rows that are done"
        size="md"
        radius="xl"
        transitionDuration={300}
      />
      <EntryLine>{`${many(done)} of ${many(total)} rows, ${many(rows_per_second)} a second${left}`}</EntryLine>
    </div>
  )
}
