import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Page } from '#schemas/page.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { DateField } from '#web/components/date-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { dayMonthYear } from '#web/lib/dates.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = {
  /** The first sites that it may be at, unless it is clear which one. */
  sites: Page<Site> | undefined
  site: Site | undefined
  /** The client whose sites these are, where they are not those of several. */
  clientId: string | undefined
}
type Values = { name: string; site_id: string; started_at: string | null; ended_at: string | null }

const sent = (day: string | null): string => (day ? dayMonthYear(day) : '')

/** 'Add a Visit': name, site unless one is in context, first and last day (VIS-06 to VIS-14). */
export const AddVisitForm = ({ sites, site, clientId }: Props) => {
  const queries = useQueryClient()
  const blank: Values = { name: '', site_id: site?.id ?? '', started_at: null, ended_at: null }
  const { form, ...state } = useEndpointForm({
    endpoint: addVisit,
    initial: blank,
    body: ({ name, site_id, started_at, ended_at }) => ({
      name,
      site_id,
      started_at: sent(started_at),
      ended_at: sent(ended_at),
    }),
    onDone: ({ name }) => {
      form.setFieldValue('name', '')
      void reload(queries, 'visits')
      void announce(`${name} has been added.`)
    },
  })
  return (
    <Panel title="Add a Visit">
      <EndpointForm {...state} action={['Add Visit', 'Adding Visit']}>
        <TextInput
          label="Visit Name"
          required
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        {!site && sites && (
          <SiteField
            first={sites}
            clientId={clientId}
            none="Select a site…"
            required
            {...form.getInputProps('site_id')}
          />
        )}
        <DateField label="Start Date" {...form.getInputProps('started_at')} />
        <DateField label="End Date" {...form.getInputProps('ended_at')} />
      </EndpointForm>
    </Panel>
  )
}
