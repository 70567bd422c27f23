import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import { type Refused, refusedFileName, refusedTable } from '#web/features/imports/refused-table.ts'

type Props = {
  /** The imported file. */
  name: string
  /** How many of how many refused rows are saved. */
  kept: number
  total: number
  rows: () => Promise<readonly Refused[]>
}

/** Saves refused rows with their reasons as CSV, to be mended and imported again (D-107). */
export const SaveRefused = ({ name, kept, total, rows }: Props) => (
  <SaveCsvButton name={refusedFileName(name)} rows={async () => refusedTable(await rows())}>
    {kept < total ? `Save the first ${kept.toLocaleString('en-GB')} refused rows` : 'Save refused rows'}
  </SaveCsvButton>
)
