import { Badge, Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Progress } from '#schemas/calls/progress.ts'
import { type ImportRun, stopImport, undoImport } from '#schemas/resources/imports.ts'
import { restoreTrash } from '#schemas/resources/trash.ts'
import { counted } from '#schemas/text/counted.ts'
import { madeWords } from '#schemas/text/made-words.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { kinds } from '#web/components/kinds.ts'
import { offerUndo } from '#web/components/offer-undo.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { SentHere } from '#web/features/imports/folder/sent-here.tsx'
import { goesOn, nameOf, originOf, outcomeOf, standings, undoneOf } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { RefusedRows } from '#web/features/imports/refused-rows.tsx'
import { RunProgress } from '#web/features/imports/run-progress.tsx'
import { runQuery } from '#web/features/imports/run-query.ts'
import { UndoneRecords } from '#web/features/imports/undone-records.tsx'
import { reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { callWithProgress } from '#web/lib/call-with-progress.ts'
import { longDateTime } from '#web/lib/dates.ts'
import { listed } from '#web/lib/listed.ts'

/** No response arrived in time: the server continues nevertheless, and the page shows the progress. */
const isPatienceOver = (error: Error | null): boolean => error instanceof ApiProblem && error.status === 0

/** The records that a run has created: '3 sites and 2 clients'. */
const createdBy = ({ kind, created, made }: ImportRun): string =>
  listed([counted(created, kinds[kind].one, kinds[kind].many), ...madeWords(made)])

const whatUndoes = (run: ImportRun): string =>
  run.kind === 'files'
    ? `${createdBy(run)} of ${nameOf(run)} will be deleted, and what was made for them where it is empty then.`
    : `${createdBy(run)} will be deleted and ${run.updated.toLocaleString('en-GB')} will be as before ${nameOf(run)}.`

/** The button that undoes a run, and the records that were kept because somebody has changed them since. */
const UndoImport = ({ run }: { run: ImportRun }) => {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: async (_: 'undo' | 'look') => (await callApi(undoImport, { params: { run: run.id } })).data,
    onSuccess: ({ kept, trash_id: id }, act) => {
      if (act === 'look') return
      const text = `The import has been undone${kept > 0 ? `, except for ${counted(kept, 'record', 'records')}` : ''}.`
      if (id === null) return announce(text)
      const restore = async (tell: (progress: Progress) => void) => {
        await callWithProgress(restoreTrash, { params: { id } }, tell)
        await reloadAll(queries)
      }
      void offerUndo({ text, undo: restore, undone: 'The records have been restored.' })
    },
    onSettled: () => Promise.all([reloadAll(queries), queries.invalidateQueries({ queryKey: ['import'] })]),
  })
  const begin = async () => {
    undo.mutate('undo')
    // The progress shows as soon as the server has begun.
    await queries.invalidateQueries({ queryKey: runQuery(run.id).queryKey })
  }
  const kept = undo.data?.kept_records ?? []
  const isOver = run.status === 'undone'
  return (
    <>
      {!isOver && run.status !== 'running' && !undo.isPending && (
        <ConfirmButton
          title="Undo import"
          question={`${whatUndoes(run)} What people have worked on since is kept.`}
          answers={['Keep it', 'Undo']}
          onYes={begin}
        >
          Undo import
        </ConfirmButton>
      )}
      {undo.isError && !isPatienceOver(undo.error) && <Failure error={undo.error} />}
      {isOver && (run.undone?.kept ?? 0) > 0 && kept.length === 0 && (
        <Button variant="default" size="xs" disabled={undo.isPending} onClick={() => undo.mutate('look')}>
          Show what was kept
        </Button>
      )}
      {kept.length > 0 && (
        <section aria-label="Kept">
          <h2 className={styles.part}>Kept, because someone has worked on them since</h2>
          <ul className={styles.names}>
            {kept.map(({ kind, id, name }) => (
              <li key={id}>{`${name} (${kinds[kind].one})`}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The button that stops a run; the page shows when it has come to its end. */
const StopImport = ({ run }: { run: ImportRun }) => {
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: () => callApi(stopImport, { params: { run: run.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: runQuery(run.id).queryKey }),
  })
  return (
    <ConfirmButton
      title="Stop import"
      question={`No more rows of ${nameOf(run)} will be written. What was written stays. ${goesOn(run.kind)}`}
      answers={['Keep importing', 'Stop']}
      disabled={stop.isSuccess}
      onYes={() => stop.mutateAsync()}
    >
      {stop.isSuccess ? 'Stopping…' : 'Stop import'}
    </ConfirmButton>
  )
}

const factsOf = (run: ImportRun) => {
  const facts = {
    'Started by': originOf(run),
    Rows: run.rows.toLocaleString('en-GB'),
    Outcome: outcomeOf(run),
    'Columns left out': run.unknown_columns.join(', '),
    Stopped: run.status === 'stopped' && run.stopped_at && longDateTime(run.stopped_at),
    'How to go on': ['interrupted', 'stopped'].includes(run.status) && goesOn(run.kind),
    Undone: run.undone && run.undone_at && `${longDateTime(run.undone_at)}: ${undoneOf(run.undone)}`,
  }
  return Object.entries(facts).filter(([, words]) => words)
}

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
        {run.status === 'undone' && <UndoneRecords run={run} />}
        <SentHere run={run} />
        {isWriting(run) && <StopImport run={run} />}
        <UndoImport run={run} />
      </div>
      <RefusedRows run={run} />
    </>
  )
}
