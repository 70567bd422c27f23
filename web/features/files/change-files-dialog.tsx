import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { useChangingForm } from '#web/components/use-changing-form.ts'
import { WorkProgress } from '#web/components/work-progress.tsx'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { type ChosenFiles, countedFiles, type FilesChange } from '#web/features/files/chosen.ts'
import { sentDay } from '#web/features/files/upload-target.ts'
import { useChangeFiles } from '#web/features/files/use-change-files.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { choiceKey } from '#web/lib/chosen.ts'
import { todayHere } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'

type Way = keyof Pick<FilesChange, 'add_categories' | 'remove_categories' | 'categories'>

/** A change of files' categories; each way keeps its own choice while another way is selected. */
type Labels = { way: Way; chosen: Record<Way, string[]> }

/** For files that are known to have the same categories, Replace starts with those. */
const firstLabels = ({ rows, filter }: ChosenFiles): Labels => {
  const [first = '', ...rest] = rows.map(({ categories }) =>
    categories
      .map(({ id }) => id as string)
      .sort()
      .join(),
  )
  const common = !filter && first !== '' && rest.every((each) => each === first) ? first.split(',') : []
  return { way: 'add_categories', chosen: { add_categories: [], remove_categories: [], categories: common } }
}

const labelChange = ({ way, chosen }: Labels): FilesChange => ({ [way]: chosen[way] })

const ways: { value: Way; label: string; about: string }[] = [
  { value: 'add_categories', label: 'Add', about: 'are added to the categories of' },
  { value: 'remove_categories', label: 'Remove', about: 'are removed from the categories of' },
  { value: 'categories', label: 'Replace', about: 'replace all categories of' },
]

type LabelFieldsProps = { chosen: ChosenFiles; value: Labels; onChange: (labels: Labels) => void }

/** Chooses categories to add to the files, to remove from them, or to replace theirs. */
const LabelFields = ({ chosen, value, onChange }: LabelFieldsProps) => {
  const { way, chosen: categories } = value
  const unlabelled = !chosen.filter && chosen.rows.every(({ categories }) => categories.length === 0)
  const about = unlabelled ? 'become the categories of' : ways.find((each) => each.value === way)?.about
  return (
    <>
      {!unlabelled && (
        <SegmentedControl
          aria-label="What to do with the categories"
          data={ways.map(({ value: each, label }) => ({ value: each, label }))}
          value={way}
          onChange={(next) => onChange({ ...value, way: next })}
        />
      )}
      <Text size="md">{`These ${about} ${countedFiles(chosen.count)}.`}</Text>
      <CategoryField
        value={categories[way]}
        onChange={(ids) => onChange({ ...value, chosen: { ...categories, [way]: ids } })}
        {...(way === 'categories' ? {} : { none: 'Select categories…' })}
      />
    </>
  )
}

type Kind = 'label' | 'visit' | 'date' | 'expiry'
type Props = { kind: Kind; chosen: ChosenFiles; opened: boolean; onClose: () => void }

const words: Record<Kind, { title: string; action: readonly [string, string]; done: string }> = {
  label: { title: 'Label Files', action: ['Label Files', 'Labelling Files'], done: 'labelled' },
  visit: { title: 'Change Visit', action: ['Change Visit', 'Changing Visit'], done: 'put to their visit' },
  date: { title: 'Change Completion Date', action: ['Change Date', 'Changing Date'], done: 'dated' },
  expiry: { title: 'Change expiry date', action: ['Change date', 'Changing date'], done: 'given another expiry date' },
}

/** The visit that all files share, or none. */
const commonVisit = ({ rows, filter }: ChosenFiles): string => {
  if (filter) return filter.visit ?? ''
  const visits = new Set(rows.map(({ visit_id }) => visit_id))
  const [visit] = visits
  return visits.size === 1 ? (visit ?? '') : ''
}

const ChangeFilesForm = ({ kind, chosen, onClose }: Omit<Props, 'opened'>) => {
  const { change: changeFiles, progress } = useChangeFiles()
  const site = chosen.rows[0]?.site_id ?? ''
  const [labels, setLabels] = useState(() => firstLabels(chosen))
  const [visit, setVisit] = useState(() => commonVisit(chosen))
  const [day, setDay] = useState<string | null>(todayHere)
  const [expiry, setExpiry] = useState<string | null>(null)
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: site }),
    enabled: kind === 'visit' && site !== '',
  })
  const change = () => {
    if (kind === 'label') return labelChange(labels)
    if (kind === 'visit') return { visit_id: visit }
    return kind === 'date' ? { completed_at: sentDay(day) } : { expires_at: sentDay(expiry) }
  }
  const { state } = useChangingForm(() => changeFiles(chosen, change(), words[kind].done), onClose)
  return (
    <EndpointForm {...state} action={words[kind].action} narrow>
      {kind === 'label' ? (
        <LabelFields chosen={chosen} value={labels} onChange={setLabels} />
      ) : (
        <Text size="md">{`This changes ${countedFiles(chosen.count)}.`}</Text>
      )}
      {kind === 'visit' && (
        <NativeSelect
          label="Visit"
          data={visitChoices(visits.data)}
          value={visit}
          disabled={!visits.data}
          onChange={(event) => setVisit(event.currentTarget.value)}
        />
      )}
      <ChoicesFailure choices={visits} />
      {kind === 'date' && <DateField label="Completion Date" value={day} onChange={setDay} />}
      {kind === 'expiry' && (
        <DateField
          label="Expiry date"
          description="Empty: they do not expire."
          clearable
          value={expiry}
          onChange={setExpiry}
        />
      )}
      {progress && <WorkProgress progress={progress} />}
    </EndpointForm>
  )
}

/** Changes the categories of the selected files, or sets the same visit, completion date or expiry date for all of them. */
export const ChangeFilesDialog = ({ kind, chosen, opened, onClose }: Props) => (
  <Dialog title={words[kind].title} opened={opened} onClose={onClose}>
    <ChangeFilesForm key={kind + choiceKey(chosen)} kind={kind} chosen={chosen} onClose={onClose} />
  </Dialog>
)
