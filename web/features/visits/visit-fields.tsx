import { useQuery } from '@tanstack/react-query'
import type { SiteId } from '#schemas/ids.ts'
import { listSites } from '#schemas/resources/sites.ts'
import type * as contracts from '#schemas/resources/visits.ts'
import { dayField } from '#web/components/day-field.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { textField } from '#web/components/text-field.tsx'
import type { Bound, Field, FieldsOf } from '#web/lib/form-fields.ts'
import { offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Whereabouts = { site_id: SiteId; site_name: string; client_name: string }
type Chosen = { id: string; name: string }

/** Chooses the site of a record; users who may not see other sites get only the present one. */
const SiteOfRecord = ({ record, value, onChange, ...bound }: Bound<Chosen> & { record: Whereabouts | undefined }) => {
  const { data: sites } = useQuery({ ...offerQuery(listSites), enabled: useCan()('sites.view') })
  const own = record ? [{ id: record.site_id, name: record.site_name, client_name: record.client_name }] : []
  return (
    <SiteField
      first={sites ?? { rows: own, total: own.length, next: null }}
      {...bound}
      value={value.id}
      onChange={(id, name) => onChange({ id, name })}
    />
  )
}

/** The site of a record that lies in one. */
const siteOfRecord: Field<Whereabouts, Chosen, string> = {
  label: 'Site',
  blank: { id: '', name: '' },
  from: (record) => ({ id: record.site_id, name: record.site_name }),
  send: ({ id }) => id,
  read: ({ name }) => name,
  preview: ({ id, name }) => ({ site_id: id as SiteId, site_name: name }),
  input: (bound, record) => <SiteOfRecord {...bound} record={record} />,
}

export const visitFields = {
  name: textField('name', 'Visit Name'),
  site_id: siteOfRecord,
  started_at: dayField('started_at', 'Start Date'),
  ended_at: dayField('ended_at', 'End Date'),
} satisfies FieldsOf<typeof contracts.updateVisit>
