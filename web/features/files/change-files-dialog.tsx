import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { listVisitsOfSite } from '#schemas/resources/visits.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { CategoryField } from '#web/features/files/category-field.tsx'
import { countedFiles, useChangeFiles } from '#web/features/files/use-change-files.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'

type Kind = 'label' | 'visit' | 'date'
type Props = { kind: Kind; files: readonly SiteFile[]; opened: boolean; onClose: () => void }

const words: Record<Kind, { title: string; action: readonly [string, string]; done: string }> = {
  label: { title: 'Label Files', action: ['Label Files', 'Labelling Files'], done: 'labelled' },
  visit: { title: 'Change Visit', action: ['Change Visit', 'Changing Visit'], done: 'put to their visit' },
  date: { title: 'Change Completion Date', action: ['Change Date', 'Changing Date'], done: 'dated' },
}

/** What all files have in common, or the fallback where they differ. */
const common = <Value,>(files: readonly SiteFile[], of: (file: SiteFile) => Value, fallback: Value): Value => {
  const [first, ...rest] = files.map(of)
  const same = first !== undefined && rest.every((each) => JSON.stringify(each) === JSON.stringify(first))
  return same ? first : fallback
}

/** What will become of the files; labels that some of them have would go. */
const aboutChange = (kind: Kind, files: readonly SiteFile[]): string => {
  const changed = countedFiles(files)
  if (kind !== 'label') return `This changes ${changed}.`
  if (files.every((file) => file.categories.length === 0)) return `These become the categories of ${changed}.`
  const now = `${changed} ${files.length === 1 ? 'has' : 'have'} now`
  return `These replace all categories that ${now}. To keep one, choose it too.`
}

const ChangeFilesForm = ({ kind, files, onClose }: Omit<Props, 'opened'>) => {
  const changeFiles = useChangeFiles()
  const site = files[0]?.site_id ?? ''
  const [categories, setCategories] = useState(() =>
    common(files, (file) => file.categories.map(({ id }) => id as string).toSorted(), []),
  )
  const [visit, setVisit] = useState<string>(() => common<string>(files, ({ visit_id }) => visit_id ?? '', ''))
  const [day, setDay] = useState<string | null>(todayHere)
  const visits = useQuery({
    ...choicesQuery(listVisitsOfSite, { id: site }),
    enabled: kind === 'visit' && site !== '',
  })
  const change = () => {
    if (kind === 'label') return { categories }
    return kind === 'visit' ? { visit_id: visit } : { completed_at: day ? dayMonthYear(day) : '' }
  }
  const act = useMutation({
    mutationFn: () => changeFiles(files, change(), words[kind].done),
    onSuccess: onClose,
  })
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (!act.isPending) act.mutate()
  }
  const failure = act.isError ? (Object.values(fieldErrors(act.error))[0] ?? messageOf(act.error)) : undefined
  return (
    <EndpointForm submit={submit} failure={failure} busy={act.isPending} action={words[kind].action} narrow>
      <Text size="md">{aboutChange(kind, files)}</Text>
      {kind === 'label' && <CategoryField value={categories} onChange={setCategories} />}
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
    </EndpointForm>
  )
}

/** Gives the selected files the same categories, visit or completion date. */
export const ChangeFilesDialog = ({ kind, files, opened, onClose }: Props) => (
  <Dialog title={words[kind].title} opened={opened} onClose={onClose}>
    <ChangeFilesForm key={kind + files.map(({ id }) => id).join()} kind={kind} files={files} onClose={onClose} />
  </Dialog>
)
