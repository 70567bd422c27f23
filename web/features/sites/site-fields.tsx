import { useQuery } from '@tanstack/react-query'
import type { ClientId } from '#schemas/ids.ts'
import { listClients } from '#schemas/resources/clients.ts'
import type * as contracts from '#schemas/resources/sites.ts'
import { ClientField } from '#web/components/client-field.tsx'
import { textField } from '#web/components/text-field.tsx'
import type { Bound, Field, FieldsOf } from '#web/lib/form-fields.ts'
import { offerQuery } from '#web/lib/queries.ts'
import { useCan } from '#web/lib/session.ts'

type Chosen = { id: string; name: string }

/** Chooses the client of a site; users who may not see other clients get only the present one. */
const ClientOfSite = ({ value, onChange, ...bound }: Bound<Chosen>) => {
  const { data: clients } = useQuery({ ...offerQuery(listClients), enabled: useCan()('clients.view') })
  return (
    <ClientField
      first={clients ?? { rows: [value], total: 1, next: null }}
      {...bound}
      value={value.id}
      onChange={(id, name) => onChange({ id, name })}
    />
  )
}

const client: Field<Pick<contracts.Site, 'client_id' | 'client_name'>, Chosen, string> = {
  label: 'Client',
  blank: { id: '', name: '' },
  from: (site) => ({ id: site.client_id, name: site.client_name }),
  send: ({ id }) => id,
  read: ({ name }) => name,
  preview: ({ id, name }) => ({ client_id: id as ClientId, client_name: name }),
  input: (bound) => <ClientOfSite {...bound} />,
}

export const siteFields = {
  name: textField('name', 'Name'),
  postcode: textField('postcode', 'Postcode', { required: false, maxLength: 16 }),
  client_id: client,
} satisfies FieldsOf<typeof contracts.updateSite>
