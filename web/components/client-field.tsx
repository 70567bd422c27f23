import { showClient } from '#schemas/resources/clients.ts'
import { searchClients } from '#schemas/resources/search.ts'
import { Options } from '#web/components/options.tsx'
import { RecordField } from '#web/components/record-field.tsx'
import type { Named, RecordFieldProps } from '#web/components/record-search-field.tsx'
import { offerQuery } from '#web/lib/queries.ts'

type Props = Pick<
  RecordFieldProps<Named>,
  'first' | 'none' | 'required' | 'value' | 'error' | 'onChange' | 'description'
>

/** A field that chooses a client of the team. */
export const ClientField = (props: Props) => (
  <RecordField
    label="Client"
    {...props}
    find={(query) => offerQuery(searchClients, { query })}
    show={showClient}
    options={(clients) => <Options records={clients} />}
  />
)
