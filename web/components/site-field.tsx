import { searchSites, searchSitesOfClient } from '#schemas/resources/search.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { type OfferedSite, SiteOptions } from '#web/components/options.tsx'
import { RecordField } from '#web/components/record-field.tsx'
import type { RecordFieldProps } from '#web/components/record-search-field.tsx'
import { offerQuery } from '#web/lib/queries.ts'

type Props = Pick<RecordFieldProps<OfferedSite>, 'first' | 'none' | 'required' | 'value' | 'error' | 'onChange'> & {
  /** Sites of one client alone; those of several stand under their client. */
  clientId?: string | undefined
}

const clientOf = ({ client_name }: OfferedSite): string => client_name

/** Chooses a site of the team or of a client. */
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
