import type { CallOf } from '#schemas/endpoint.ts'
import type * as contracts from '#schemas/resources/site-changes.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { counted } from '#schemas/text/counted.ts'
import type { Chosen } from '#web/lib/chosen.ts'

/** The filters of a list of sites. */
export type SitesFilter = NonNullable<NonNullable<CallOf<typeof contracts.changeSites>['body']>['filter']>

export type ChosenSites = Chosen<Site, SitesFilter>

/** The number of sites with its noun: '1 site', '12 sites'. */
export const countedSites = (count: number): string => counted(count, 'site', 'sites')
