import { memo } from 'react'
import type { Site } from '#schemas/resources/sites.ts'

type Named = { id: string; name: string }
export type OfferedSite = Pick<Site, 'id' | 'name' | 'client_name'>

const optionsOf = (records: readonly Named[]) =>
  records.map(({ id, name }) => (
    <option key={id} value={id}>
      {name}
    </option>
  ))

/**
 * The options of a select of records. A form rerenders its fields at every key press; these, which may be ten thousand,
 * are memoized and rerender only when the records change.
 */
export const Options = memo(({ records }: { records: readonly Named[] }) => optionsOf(records))

/** The options of a select of sites; sites of several clients are grouped by client. */
export const SiteOptions = memo(({ sites, grouped }: { sites: readonly OfferedSite[]; grouped: boolean }) => {
  if (!grouped) return optionsOf(sites)
  const clients = Object.entries(Object.groupBy(sites, (site) => site.client_name))
  return clients
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([client, members = []]) => (
      <optgroup key={client} label={client}>
        {optionsOf(members)}
      </optgroup>
    ))
})
