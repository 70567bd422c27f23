import { SaveButton, type SaveButtonProps } from '#web/components/save-button.tsx'
import { saveCsv } from '#web/lib/save-csv.ts'

type Props = Omit<SaveButtonProps, 'save'> & {
  /** Of the file. */
  name: string
  /** Asked when the button is pressed. */
  rows: () => readonly object[] | Promise<readonly object[]>
}

/** Saves rows as a CSV file (D-107), and says so where that fails. */
export const SaveCsvButton = ({ name, rows, ...button }: Props) => (
  <SaveButton {...button} save={async () => saveCsv(name, await rows())} />
)
