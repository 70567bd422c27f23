import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { stopImport } from '#schemas/resources/imports.ts'
import { ConfirmButton } from '#web/components/confirm-button.tsx'
import { nameOf } from '#web/features/imports/import-words.ts'
import { runQuery } from '#web/features/imports/run-query.ts'
import { callApi } from '#web/lib/api.ts'

/** The button that stops a run; the page shows when it has come to its end. */
export const StopImport = ({ run }: { run: ImportRun }) => {
  const queries = useQueryClient()
  const stop = useMutation({
    mutationFn: () => callApi(stopImport, { params: { run: run.id } }),
    onSettled: () => queries.invalidateQueries({ queryKey: runQuery(run.id).queryKey }),
  })
  return (
    <ConfirmButton
      title="Stop import"
      question={`No more rows of ${nameOf(run)} will be written. What was written stays, and sending the same file again goes on from there.`}
      answers={['Keep importing', 'Stop']}
      disabled={stop.isSuccess}
      onYes={() => stop.mutateAsync()}
    >
      {stop.isSuccess ? 'Stopping…' : 'Stop import'}
    </ConfirmButton>
  )
}
