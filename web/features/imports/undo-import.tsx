import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { undoImport } from '#schemas/resources/imports.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { Failure } from '#web/components/failure.tsx'
import { kinds } from '#web/components/kinds.ts'
import { nameOf } from '#web/features/imports/import-words.ts'
import styles from '#web/features/imports/imports.module.css'
import { runQuery } from '#web/features/imports/run-query.ts'
import { reloadAll } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem, messageOf } from '#web/lib/api-problem.ts'
import { counted } from '#web/lib/counted.ts'

/** No response arrived in time: the server continues nevertheless, and the page shows the progress. */
const isPatienceOver = (error: Error | null): boolean => error instanceof ApiProblem && error.status === 0

/** What a run has created: '3 sites and 2 clients'. */
const createdBy = ({ kind, created, clients_created }: ImportRun): string => {
  const records = counted(created, kinds[kind].one, kinds[kind].many)
  return clients_created > 0 ? `${records} and ${counted(clients_created, 'client', 'clients')}` : records
}

/** The button that undoes a run, and the records that were kept because somebody has changed them since. */
export const UndoImport = ({ run }: { run: ImportRun }) => {
  const queries = useQueryClient()
  const undo = useMutation({
    mutationFn: async () => (await callApi(undoImport, { params: { run: run.id } })).data,
    onSuccess: ({ kept }) =>
      announce(`The import has been undone${kept > 0 ? `, except for ${counted(kept, 'record', 'records')}` : ''}.`),
    onSettled: () => Promise.all([reloadAll(queries), queries.invalidateQueries({ queryKey: ['import'] })]),
  })
  const begin = async () => {
    undo.mutate()
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
          question={`${createdBy(run)} will be deleted and ${run.updated.toLocaleString('en-GB')} will be as before ${nameOf(run)}. What people have worked on since is kept.`}
          answers={['Keep it', 'Undo']}
          onYes={begin}
        >
          Undo import
        </ConfirmButton>
      )}
      {undo.isError && !isPatienceOver(undo.error) && <Failure message={messageOf(undo.error)} />}
      {isOver && (run.undone?.kept ?? 0) > 0 && kept.length === 0 && (
        <Button variant="default" size="xs" disabled={undo.isPending} onClick={() => undo.mutate()}>
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
