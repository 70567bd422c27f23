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
 * Records to choose from in a select. A form draws its fields at every letter; these, of which there may be ten
 * thousand, only where they have changed.
 */
export const Options = memo(({ records }: { records: readonly Named[] }) => optionsOf(records))

/** Sites to choose from in a select; where those of several clients mix, they stand under their client. */
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
