import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Checkbox, Progress } from '@mantine/core'
import { type FormEventHandler, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { RecordKind } from '#schemas/events/import.ts'
import { exceedsLimit, importTypes, maxImportBytes } from '#schemas/limits/upload-rules.ts'
import { type ColumnChoice, headingOf } from '#schemas/records/import-columns.ts'
import type { Field } from '#schemas/resources/fields.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { DropField } from '#web/components/drop-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FileCatcher } from '#web/components/file-catcher.tsx'
import { SaveCsvButton } from '#web/components/save-csv-button.tsx'
import type { Check, Choice } from '#web/features/imports/choice.ts'
import { isUnclear, sentColumns, shownColumns } from '#web/features/imports/chosen-columns.ts'
import { ColumnsField } from '#web/features/imports/columns-field.tsx'
import styles from '#web/features/imports/imports.module.css'
import { sampleFiles } from '#web/features/imports/sample-files.ts'
import { useCheck } from '#web/features/imports/use-check.ts'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { useCan } from '#web/lib/session.ts'

/** Saves a file that can be imported, to be filled with other rows. */
const SaveSample = ({ kind, own }: { kind: RecordKind; own: readonly Field[] }) => (
  <SaveCsvButton
    variant="subtle"
    size="xs"
    className={styles.sample ?? ''}
    name={`sample-${kind}.csv`}
    rows={() => {
      const blank = Object.fromEntries(own.map(({ name }) => [headingOf(kind, name), '']))
      return sampleFiles[kind].map((row) => ({ ...row, ...blank }))
    }}
  >
    {`Save a sample of ${kind}`}
  </SaveCsvButton>
)

const usualColumns: Record<RecordKind, string> = {
  clients: 'External ID and Name',
  sites: 'External ID, Name, Postcode and Client',
}

type Props = {
  kindField: (isBusy: boolean) => ReactNode
  choice: Choice
  /** Those that somebody chose, here or for a file like this one; none if names tell them. */
  columns: ColumnChoice
  /** The own fields of the kind. */
  own: readonly Field[]
  /** The headings of the file, or what was chosen for others, are not known yet. */
  isReading: boolean
  onChange: (changes: Partial<Choice>) => void
  onFile: (files: File[]) => void
  onChecked: (check: Check) => void
}

/** The kind of the rows, the file, and the button that checks it. */
export const CheckForm = ({ kindField, choice, columns, own, isReading, onChange, onFile, onChecked }: Props) => {
  const { file, headings, kind } = choice
  const can = useCan()
  const [refusal, setRefusal] = useState<string>()
  const [nameless, setNameless] = useState(false)
  const { check, share, stop } = useCheck(onChecked)
  const [waits, setWaits] = useState(false)
  const isBusy = check.isPending || waits
  const begin = () => {
    const broken = !file
      ? 'The file field is required.'
      : file.size > maxImportBytes
        ? exceedsLimit(maxImportBytes)
        : undefined
    setRefusal(broken)
    const shown = shownColumns(kind, headings, columns, own).columns
    const hasNoName = headings.length > 0 && shown.name === ''
    setNameless(hasNoName)
    if (!file || broken || hasNoName) return check.reset()
    const chosen = sentColumns(kind, headings, columns, own)
    check.mutate({ file, kind, columns: chosen, createClients: kind === 'sites' && choice.createClients })
  }
  const submit: FormEventHandler = (event) => {
    event.preventDefault()
    if (isBusy) return
    if (file && isReading) setWaits(true)
    else begin()
  }
  const beginAtLast = useEffectEvent(() => {
    setWaits(false)
    begin()
  })
  // A file is checked with the columns that its headings tell, however soon the button is pressed.
  useEffect(() => {
    if (waits && !isReading) beginAtLast()
  }, [waits, isReading])
  const ofFile = fieldErrors(check.error).file
  const ofOther = Object.values(fieldErrors(check.error))[0]
  const failure = check.error && !ofFile ? (ofOther ?? messageOf(check.error)) : undefined
  const chooseFile = (files: File[]) => {
    setRefusal(undefined)
    setNameless(false)
    check.reset()
    onFile(files)
  }
  return (
    <EndpointForm submit={submit} failure={failure} busy={isBusy} action={['Check File', 'Checking File']} narrow>
      {kindField(isBusy)}
      <DropField
        file={file}
        onChoose={chooseFile}
        error={refusal ?? ofFile}
        disabled={isBusy}
        taken={{
          types: ['.csv', '.tsv', '.txt', '.ndjson', '.jsonl', ...importTypes],
          words: `CSV with the columns ${usualColumns[kind]}${own.length > 0 ? ', and own fields by their names' : ''}, up to ${humanReadableSize(maxImportBytes)}`,
          several: false,
        }}
      />
      <SaveSample kind={kind} own={own} />
      {(isUnclear(kind, headings, own) || Object.keys(columns).length > 0) && (
        <ColumnsField
          kind={kind}
          headings={headings}
          choice={columns}
          own={own}
          onChange={(next) => {
            setNameless(false)
            onChange({ columns: next })
          }}
          error={nameless && 'Choose the column that has the name.'}
          disabled={isBusy}
        />
      )}
      {kind === 'sites' && can('clients.create') && (
        <Checkbox
          label="Create missing clients"
          checked={choice.createClients}
          disabled={isBusy}
          onChange={({ currentTarget }) => onChange({ createClients: currentTarget.checked })}
        />
      )}
      {check.isPending && (
        <div className={styles.checking}>
          <Progress value={share} aria-label="Rows that are checked" size="md" radius="xl" transitionDuration={150} />
          <Button variant="subtle" size="xs" onClick={stop}>
            Cancel
          </Button>
        </div>
      )}
      <FileCatcher disabled={isBusy} onFiles={chooseFile}>
        Drop to import
      </FileCatcher>
    </EndpointForm>
  )
}
