import { NativeSelect, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SiteFile } from '#schemas/resources/files.ts'
import { ChoicesFailure } from '#web/components/choices-failure.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { firstLabels, LabelFields, labelChange } from '#web/features/files/label-fields.tsx'
import { sentDay } from '#web/features/files/upload-target.ts'
import { countedFiles, useChangeFiles } from '#web/features/files/use-change-files.ts'
import { visitChoices } from '#web/features/files/visit-choices.ts'
import { fieldErrors, messageOf } from '#web/lib/api-problem.ts'
import { listVisitsOfSite } from '#web/lib/calls/visits.ts'
import { todayHere } from '#web/lib/dates.ts'
import { choicesQuery } from '#web/lib/queries.ts'

type Kind = 'label' | 'visit' | 'date' | 'expiry'
type Props = { kind: Kind; files: readonly SiteFile[]; opened: boolean; onClose: () => void }

const words: Record<Kind, { title: string; action: readonly [string, string]; done: string }> = {
  label: { title: 'Label Files', action: ['Label Files', 'Labelling Files'], done: 'labelled' },
  visit: { title: 'Change Visit', action: ['Change Visit', 'Changing Visit'], done: 'put to their visit' },
  date: { title: 'Change Completion Date', action: ['Change Date', 'Changing Date'], done: 'dated' },
  expiry: { title: 'Change expiry date', action: ['Change date', 'Changing date'], done: 'given another expiry date' },
}

/** The visit that all files share, or none. */
const commonVisit = (files: readonly SiteFile[]): string => {
  const visits = new Set(files.map(({ visit_id }) => visit_id))
  const [visit] = visits
  return visits.size === 1 ? (visit ?? '') : ''
}

const ChangeFilesForm = ({ kind, files, onClose }: Omit<Props, 'opened'>) => {
  const changeFiles = useChangeFiles()
  const site = files[0]?.site_id ?? ''
  const [labels, setLabels] = useState(() => firstLabels(files))
  const [visit, setVisit] = useState(() => commonVisit(files))
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
      {kind === 'label' ? (
        <LabelFields files={files} value={labels} onChange={setLabels} />
      ) : (
        <Text size="md">{`This changes ${countedFiles(files)}.`}</Text>
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
    </EndpointForm>
  )
}

/** Changes the categories of the selected files, or sets the same visit, completion date or expiry date for all of them. */
export const ChangeFilesDialog = ({ kind, files, opened, onClose }: Props) => (
  <Dialog title={words[kind].title} opened={opened} onClose={onClose}>
    <ChangeFilesForm key={kind + files.map(({ id }) => id).join()} kind={kind} files={files} onClose={onClose} />
  </Dialog>
)
