import { searchSites, searchSitesOfClient } from '#schemas/resources/search.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { type OfferedSite, SiteOptions } from '#web/components/options.tsx'
import { RecordField } from '#web/components/record-field.tsx'
import type { RecordFieldProps } from '#web/components/record-search-field.tsx'
import { offerQuery } from '#web/lib/queries.ts'

type Props = Pick<RecordFieldProps<OfferedSite>, 'first' | 'none' | 'required' | 'value' | 'error' | 'onChange'> & {
  /** The client whose sites are offered; sites of several clients are grouped by client. */
  clientId?: string | undefined
}

const clientOf = ({ client_name }: OfferedSite): string => client_name

/** A field that chooses a site of the team or of a client. */
export const SiteField = ({ clientId, ...field }: Props) => (
  <RecordField
    label="Site"
    {...field}
    find={(query) =>
      clientId ? offerQuery(searchSitesOfClient, { id: clientId, query }) : offerQuery(searchSites, { query })
    }
    show={showSite}
    options={(sites) => <SiteOptions sites={sites} grouped={clientId === undefined} />}
    detail={clientId === undefined ? clientOf : undefined}
  />
)
