import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Icon } from '#web/components/icon.tsx'
import { type Refused, refusedFileName, refusedTable } from '#web/features/imports/refused-table.ts'
import { announce } from '#web/lib/announce.ts'
import { messageOf } from '#web/lib/api-problem.ts'
import { saveCsv } from '#web/lib/save-csv.ts'

type Props = {
  /** The imported file. */
  name: string
  /** How many of how many refused rows are saved. */
  kept: number
  total: number
  rows: () => Promise<readonly Refused[]>
}

/** Saves refused rows with their reasons as CSV, to be mended and imported again (D-107). */
export const SaveRefused = ({ name, kept, total, rows }: Props) => {
  const save = useMutation({
    mutationFn: async () => saveCsv(refusedFileName(name), refusedTable(await rows())),
    onError: (error) => announce(messageOf(error), 'failure'),
  })
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      disabled={save.isPending}
      onClick={() => save.mutate()}
    >
      {kept < total ? `Save the first ${kept.toLocaleString('en-GB')} refused rows` : 'Save refused rows'}
    </Button>
  )
}
