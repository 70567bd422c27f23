import { Badge } from '@mantine/core'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { originOf, outcomeOf, standings, undoneOf } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { RefusedRows } from '#web/features/imports/refused-rows.tsx'
import { RunProgress } from '#web/features/imports/run-progress.tsx'
import { StopImport } from '#web/features/imports/stop-import.tsx'
import { UndoImport } from '#web/features/imports/undo-import.tsx'
import { longDateTime } from '#web/lib/dates.ts'

const factsOf = (run: ImportRun): [string, string][] => [
  ['Started by', originOf(run)],
  ['Rows', run.rows.toLocaleString('en-GB')],
  ['Outcome', outcomeOf(run)],
  ...(run.unknown_columns.length > 0
    ? [['Columns left out', run.unknown_columns.join(', ')] satisfies [string, string]]
    : []),
  ...(run.status === 'stopped' && run.stopped_at
    ? [['Stopped', longDateTime(run.stopped_at)] satisfies [string, string]]
    : []),
  ...(run.status === 'interrupted' || run.status === 'stopped'
    ? [['How to go on', 'Send the same file again: no row is imported twice.'] satisfies [string, string]]
    : []),
  ...(run.undone && run.undone_at
    ? [['Undone', `${longDateTime(run.undone_at)}: ${undoneOf(run.undone)}`] satisfies [string, string]]
    : []),
]

/** Whether rows of it are being written; one that is being undone is running, too. */
const isWriting = ({ status, finished_at, progress }: ImportRun): boolean =>
  status === 'running' && finished_at === null && !progress?.undoing

/** One import: its status and outcome, the buttons that stop and undo it, and the refused rows. */
export const RunPanel = ({ run }: { run: ImportRun }) => {
  const { word, color } = standings[run.status]
  return (
    <>
      <div className={styles.overview}>
        <Badge variant="dot" color={color} size="lg" tt="none" role="status">
          {word}
        </Badge>
        {run.progress && <RunProgress {...run.progress} />}
        <dl className={styles.facts}>
          {factsOf(run).map(([term, words]) => [<dt key={term}>{term}</dt>, <dd key={`${term} is`}>{words}</dd>])}
        </dl>
        {isWriting(run) && <StopImport run={run} />}
        <UndoImport run={run} />
      </div>
      <RefusedRows run={run} />
    </>
  )
}
