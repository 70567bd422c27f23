import { Alert, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { noMoreSites } from '#schemas/calls/messages.ts'
import type { Page } from '#schemas/calls/page.ts'
import type { Client } from '#schemas/resources/clients.ts'
import { addSite, siteQuota } from '#schemas/resources/sites.ts'
import { announceAdded } from '#web/components/announce-added.tsx'
import { ClientField } from '#web/components/client-field.tsx'
import { EndpointForm, useEndpointForm } from '#web/components/endpoint-form.tsx'
import { FormInputs } from '#web/components/form-inputs.tsx'
import { Icon } from '#web/components/icon.tsx'
import { TextLink } from '#web/components/links.tsx'
import { useOwn } from '#web/components/own/use-own.ts'
import { Panel } from '#web/components/panel.tsx'
import { siteFields } from '#web/features/sites/site-fields.tsx'
import { reload } from '#web/lib/affected.ts'
import { blankValues, bodyFrom } from '#web/lib/form-fields.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useTeam } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'

/** Says that the plan allows no more sites, and links to other plans. */
const SiteLimitNote = () => {
  const team = useTeam()
  return (
    <Alert color="orange" variant="light" icon={<Icon name="alert" size={18} />} role="alert">
      <Text size="md" c="var(--mantine-color-text)">
        {noMoreSites}{' '}
        {team && (
          <TextLink
            to="/settings/$teams/$id"
            params={{ teams: teamWord(), id: team.id }}
            hash="/subscription"
            underline="always"
          >
            Go to the subscription of {team.name}
          </TextLink>
        )}
      </Text>
    </Alert>
  )
}

type Props = {
  /** The first clients to choose from; left out when the client is known. */
  clients: Page<Client> | undefined
  client: Client | undefined
}

/**
 * 'Add a Site': name, postcode and, unless one is in context, the client. When the plan allows no more sites, it says
 * so before the user types; typed input stays.
 */
export const AddSiteForm = ({ clients, client }: Props) => {
  const queries = useQueryClient()
  // Shown before the user types; the server checks again.
  const { data: quota } = useQuery(oneQuery(siteQuota))
  const own = useOwn('sites')?.inputs
  const fields = { ...siteFields, ...own } as typeof siteFields
  const { form, ...state } = useEndpointForm({
    endpoint: addSite,
    initial: { ...blankValues(fields), client_id: { id: client?.id ?? '', name: client?.name ?? '' } },
    body: (values) => bodyFrom(fields, values),
    onDone: (added) => {
      form.setValues({ ...blankValues(own ?? {}), name: '', postcode: '' })
      void reload(queries, 'sites')
      void announceAdded('sites', added)
    },
  })
  const error = form.errors.name
  const full = quota?.left === 0 || error === noMoreSites
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
        <FormInputs
          fields={fields}
          form={{ ...form, errors: { ...form.errors, name: error !== noMoreSites && error } }}
          instead={{
            client_id: !client && clients && (
              <ClientField
                first={clients}
                none="Select a client…"
                required
                value={form.values.client_id.id}
                error={form.errors.client_id}
                onChange={(id, name) => form.setFieldValue('client_id', { id, name })}
              />
            ),
          }}
        />
      </EndpointForm>
    </Panel>
  )
}
