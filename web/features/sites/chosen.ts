import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/site-changes.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'

/** The filters of a list of sites. */
export type SitesFilter = NonNullable<NonNullable<CallOf<typeof contracts.changeSites>['body']>['filter']>

/**
 * The chosen sites: those that are selected, or with a filter all that it matches, of which `sites` are loaded. `count` is
 * how many they are.
 */
export type ChosenSites = { sites: readonly Site[]; count: number; filter?: SitesFilter | undefined }

/** How a call names the chosen sites. */
export const named = ({ sites, count, filter }: ChosenSites) =>
  filter ? { filter, count } : { ids: sites.map(({ id }) => id) }

/** The number of sites with its noun: '1 site', '12 sites'. */
export const countedSites = (count: number): string => counted(count, 'site', 'sites')
