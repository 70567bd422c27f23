import type { ImportKind } from '#schemas/events/import.ts'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import styles from '#web/features/imports/imports.module.css'
import { sampleFiles } from '#web/features/imports/sample-files.ts'

/** Saves a file that can be imported, to be filled with other rows. */
export const SaveSample = ({ kind }: { kind: ImportKind }) => (
  <SaveCsvButton
    variant="subtle"
    size="xs"
    className={styles.sample ?? ''}
    name={`sample-${kind}.csv`}
    rows={() => sampleFiles[kind]}
  >
    {`Save a sample of ${kind}`}
  </SaveCsvButton>
)
