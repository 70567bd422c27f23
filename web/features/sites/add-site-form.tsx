import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Client } from '#schemas/resources/clients.ts'
import { addSite, noMoreSites } from '#schemas/resources/sites.ts'
import { EndpointForm } from '#web/components/endpoint-form.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SiteLimitNote } from '#web/features/sites/site-limit-note.tsx'
import { reload } from '#web/lib/affected.ts'
import { announce } from '#web/lib/announce.ts'
import { useEndpointForm } from '#web/lib/use-endpoint-form.ts'

type Props = { clients: readonly Client[]; client?: Client }

/** 'Add a Site': name, postcode and, unless one is in context, the client (SITE-05, SITE-25, VAL-23). */
export const AddSiteForm = ({ clients, client }: Props) => {
  const queries = useQueryClient()
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
  const choices = [
    { value: '', label: 'Select a client…' },
    ...clients.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const { error, ...name } = form.getInputProps('name')
  const full = error === noMoreSites
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
          error={!full && error}
        />
        <TextInput label="Postcode" maxLength={16} autoComplete="off" {...form.getInputProps('postcode')} />
        {!client && (
          <NativeSelect
            label="Client"
            required
            withAsterisk={false}
            data={choices}
            {...form.getInputProps('client_id')}
          />
        )}
      </EndpointForm>
    </Panel>
  )
}
