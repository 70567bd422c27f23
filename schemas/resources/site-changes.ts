import { z } from 'zod'
import { SiteListQuery } from '#schemas/calls/arrangement.ts'
import { siteDetails } from '../details/site.ts'
import { endpoint } from '../endpoint.ts'
import { BulkId, SiteId } from '../ids.ts'
import { changeOfMany, undoneOfMany } from './chosen-records.ts'
import { SearchText } from './search.ts'

/** The filters of a list of sites: its words and its filters, as its own query has them. */
const SiteFilter = SiteListQuery.omit({ sort: true, limit: true, cursor: true }).extend({
  search: SearchText.optional().meta({ description: 'Those that a search for these words finds.' }),
})
export type SiteFilter = z.infer<typeof SiteFilter>

export const changeSites = endpoint('POST /api/sites/bulk', {
  summary: 'Change own fields of several sites, all or none; answers what takes it back as one',
  about:
    'Null or an empty text takes a value away. The answered `undo` is for POST /api/sites/undo/{undo}. A `filter` needs ' +
    '`count`, the number of sites that its list showed: if it matches another number by now, nothing is changed, and the ' +
    'answer is 409. With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which ' +
    'holds the outcome.',
  transport: { progress: true },
  access: 'sites.update',
  body: changeOfMany({
    id: SiteId,
    filter: SiteFilter,
    several: 'sites',
    change: z
      .object({ fields: siteDetails.changed.fields })
      .refine(({ fields }) => Object.keys(fields ?? {}).length > 0, { error: 'Please choose what to change.' }),
  }),
  response: z.object({
    undo: BulkId,
    /** The number of sites that the change was about. */
    sites: z.int().min(0),
    /** The number of sites that differed from the change. */
    changed: z.int().min(0),
  }),
})

export const undoSitesChange = endpoint('POST /api/sites/undo/{undo}', {
  summary: 'Undo one change of many sites; those whose details were changed again since are left alone and named',
  about:
    'With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which is the outcome.',
  transport: { progress: true },
  access: 'sites.update',
  params: z.object({ undo: BulkId }),
  response: undoneOfMany(SiteId),
})
