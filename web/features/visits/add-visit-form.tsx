import { useQueryClient } from '@tanstack/react-query'
import type { Page } from '#schemas/calls/page.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SiteField } from '#web/components/site-field.tsx'
import { visitFields } from '#web/features/visits/visit-fields.tsx'
import { reload } from '#web/lib/affected.ts'
import { blankValues, bodyFrom } from '#web/lib/form-fields.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = {
  /** The first sites to choose from; left out when the site is known. */
  sites: Page<Site> | undefined
  site: Site | undefined
  /** The client of these sites; undefined when they belong to several. */
  clientId: string | undefined
}

/** 'Add a Visit': name, site unless one is in context, start and end date. */
export const AddVisitForm = ({ sites, site, clientId }: Props) => {
  const queries = useQueryClient()
  const { form, ...state } = useEndpointForm({
    endpoint: addVisit,
    initial: { ...blankValues(visitFields), site_id: { id: site?.id ?? '', name: site?.name ?? '' } },
    body: (values) => bodyFrom(visitFields, values),
    onDone: (added) => {
      form.setFieldValue('name', '')
      void reload(queries, 'visits')
      void announceAdded('visits', added)
    },
  })
  return (
    <Panel title="Add a Visit">
      <EndpointForm {...state} action={['Add Visit', 'Adding Visit']}>
        <FormInputs
          fields={visitFields}
          form={form}
          instead={{
            site_id: !site && sites && (
              <SiteField
                first={sites}
                clientId={clientId}
                none="Select a site…"
                required
                value={form.values.site_id.id}
                error={form.errors.site_id}
                onChange={(id, name) => form.setFieldValue('site_id', { id, name })}
              />
            ),
          }}
        />
      </EndpointForm>
    </Panel>
  )
}
