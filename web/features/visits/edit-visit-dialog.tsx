import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toIsoDate } from '#schemas/calendar-date.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { showVisit, updateVisit, type Visit } from '#schemas/resources/visits.ts'
import { DateField } from '#web/components/date-field.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { EditForm } from '#web/components/edit-form.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { announce } from '#web/lib/announce.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'
import { useEditForm } from '#web/lib/use-edit-form.ts'

type Props = { visit: Visit; opened: boolean; onClose: () => void }
type Values = { name: string; site_id: string; site_name: string; started_at: string; ended_at: string }

const valuesOf = ({ name, site_id, site_name, started_at, ended_at }: Visit): Values => ({
  name,
  site_id,
  site_name,
  started_at: toIsoDate(started_at),
  ended_at: toIsoDate(ended_at),
})

const EditVisitForm = ({ visit, onClose }: Omit<Props, 'opened'>) => {
  const own = { id: visit.site_id, name: visit.site_name, client_name: visit.client_name }
  const { data: sites } = useQuery({ ...offerQuery(listSites), enabled: useCan()('sites.view') })

  const edit = useEditForm({
    endpoint: updateVisit,
    show: showVisit,
    resource: 'visits',
    record: visit,
    valuesOf,
    body: ({ name, site_id, started_at, ended_at }) => ({
      name,
      site_id,
      started_at: dayMonthYear(started_at),
      ended_at: dayMonthYear(ended_at),
    }),
    preview: (shown, { name, site_id, site_name, started_at, ended_at }) => ({
      ...shown,
      name,
      site_id: site_id as Visit['site_id'],
      site_name,
      started_at: dayMonthYear(started_at),
      ended_at: dayMonthYear(ended_at),
    }),
    onDone: ({ name }) => {
      onClose()
      void announce(`${name} has been updated.`)
    },
  })
  return (
    <EditForm
      edit={edit}
      action={['Update Visit', 'Updating Visit']}
      fields={[
        { label: 'Visit Name', shown: ({ name }) => name },
        { label: 'Site', shown: ({ site_name }) => site_name },
        { label: 'Start Date', shown: ({ started_at }) => dayMonthYear(started_at) },
        { label: 'End Date', shown: ({ ended_at }) => dayMonthYear(ended_at) },
      ]}
    >
      <TextInput
        label="Visit Name"
        required
        withAsterisk={false}
        maxLength={255}
        autoComplete="off"
        data-autofocus
        {...edit.form.getInputProps('name')}
      />
      <SiteField
        first={sites ?? { rows: [own], total: 1, next: null }}
        {...edit.form.getInputProps('site_id')}
        onChange={(site_id, site_name) => edit.form.setValues({ site_id, site_name })}
      />
      <DateField label="Start Date" {...edit.form.getInputProps('started_at')} />
      <DateField label="End Date" {...edit.form.getInputProps('ended_at')} />
    </EditForm>
  )
}

/** Name, site and days of a visit (VIS-26, D-76). */
export const EditVisitDialog = ({ visit, opened, onClose }: Props) => (
  <Dialog title="Edit Visit" opened={opened} onClose={onClose}>
    <EditVisitForm visit={visit} onClose={onClose} />
  </Dialog>
)
