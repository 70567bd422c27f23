import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ImportKind } from '#schemas/events/import.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/imports/imports.module.css'
import { sampleFiles } from '#web/features/imports/sample-files.ts'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { saveCsv } from '#web/lib/save-csv.ts'

/** Saves a file that can be imported, to be filled with other rows. */
export const SaveSample = ({ kind }: { kind: ImportKind }) => {
  const save = useMutation({
    mutationFn: () => saveCsv(`sample-${kind}.csv`, sampleFiles[kind]),
    onError: (error) => announce(messageOf(error), 'failure'),
  })
  return (
    <Button
      variant="subtle"
      size="xs"
      className={styles.sample ?? ''}
      leftSection={<Icon name="download" size={14} />}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {`Save a sample of ${kind}`}
    </Button>
  )
}
