import { TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Page } from '#schemas/page.ts'
import type { Client } from '#schemas/resources/clients.ts'
import { addSite, noMoreSites, sitePlaces } from '#schemas/resources/sites.ts'
import { ClientField } from '#web/components/client-field.tsx'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SiteLimitNote } from '#web/features/sites/site-limit-note.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = {
  /** The first clients that it may belong to, unless it is clear which one. */
  clients: Page<Client> | undefined
  client: Client | undefined
}

/**
 * 'Add a Site': name, postcode and, unless one is in context, the client (SITE-05, VAL-23). Where the plan allows no
 * more it says so before anybody types; what is typed already stays (SITE-25).
 */
export const AddSiteForm = ({ clients, client }: Props) => {
  const queries = useQueryClient()
  // Told before anything is typed; the server decides again.
  const { data: places } = useQuery(oneQuery(sitePlaces))
  const { form, ...state } = useEndpointForm({
    endpoint: addSite,
    initial: { name: '', postcode: '', client_id: client?.id ?? '' },
    body: (values) => values,
    onDone: ({ name }) => {
      form.setFieldValue('name', '')
      form.setFieldValue('postcode', '')
      void reload(queries, 'sites')
      void announce(`${name} has been added.`)
    },
  })
  const { error, ...name } = form.getInputProps('name')
  const full = places?.left === 0 || error === noMoreSites
  if (full && !form.isDirty()) {
    return (
      <Panel title="Add a Site">
        <SiteLimitNote />
      </Panel>
    )
  }
  return (
    <Panel title="Add a Site">
      {full && <SiteLimitNote />}
      <EndpointForm {...state} action={['Add Site', 'Adding Site']}>
        <TextInput
          label="Name"
          required
          withAsterisk={false}
          maxLength={255}
          autoComplete="off"
          {...name}
          error={error !== noMoreSites && error}
        />
        <TextInput label="Postcode" maxLength={16} autoComplete="off" {...form.getInputProps('postcode')} />
        {!client && clients && (
          <ClientField first={clients} none="Select a client…" required {...form.getInputProps('client_id')} />
        )}
      </EndpointForm>
    </Panel>
  )
}
