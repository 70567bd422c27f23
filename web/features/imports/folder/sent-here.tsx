import { Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ImportRun } from '#schemas/resources/imports.ts'
import { safeText } from '#schemas/text/safe-text.ts'
import { PlainTable } from '#web/components/plain-table.tsx'
import { Failure } from '#web/components/query-state.tsx'
import { firstMessageOf } from '#web/lib/api-problem.ts'
import { focusPage } from '#web/lib/focus-page.ts'
import { sendingsAtom } from './send-files.ts'

/** What this tab has sent for a run of files: why it ended early, with a button that goes on, and what was refused. */
export const SentHere = ({ run: { id, status } }: { run: ImportRun }) => {
  const sending = useAtomValue(sendingsAtom)[id]
  // The button goes, and the keyboard goes on from the top.
  const again = useMutation({ mutationFn: async () => sending?.goOn(), onSuccess: focusPage })
  if (!sending || sending.isGoing || status === 'undone') return null
  const { failure, refused } = sending
  return (
    <>
      {failure !== null && status !== 'stopped' && <Text size="md">{failure}</Text>}
      {again.error && <Failure message={firstMessageOf(again.error)} />}
      {failure !== null && status !== 'finished' && (
        <Button disabled={again.isPending} onClick={() => again.mutate()}>
          Go on
        </Button>
      )}
      {refused.length > 0 && (
        <PlainTable
          label="Files that were refused"
          columns={[
            { heading: 'File', cell: ({ path }) => safeText(path) },
            { heading: 'Refused because', cell: ({ message }) => message },
          ]}
          rows={refused}
          keyOf={({ path }) => path}
        />
      )}
    </>
  )
}
