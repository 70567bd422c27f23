import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { referencesIfSent, requiredText } from '#schemas/text/fields.ts'
import { dateIfSent, ShownDate } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { CategoryId, ClientId, FileId, SiteId } from '../ids.ts'
import { cellStates } from '../records/cell-states.ts'
import { mostReported, mostRequired } from '../records/requirement.ts'
import { Category } from './categories.ts'

const Count = z.int().min(0)

/** How many cells are in each state, of those that are `required`. */
const counts = { required: Count, valid: Count, expiring: Count, expired: Count, missing: Count, exempt: Count }

/** Why a site needs no file of a category; `until` is its last day, null where it has none. */
const exempt = { reason: z.string(), until: ShownDate.nullable() }

const Exemption = z
  .object({
    category_id: CategoryId,
    ...exempt,
    created_at: z.iso.datetime(),
    created_by_user: z.object({ name: z.string().nullable() }),
  })
  .meta({ id: 'Exemption' })

/** One site and one required category. `file` is the one that answers it longest, `files` their number. */
const ComplianceCell = z
  .object({
    category_id: CategoryId,
    state: z.enum(cellStates),
    expires_at: ShownDate.nullable(),
    /** Days until then: 0 on the day itself, negative once it has expired. */
    days: z.int().nullable(),
    file: z.object({ id: FileId, name: z.string() }).nullable(),
    files: Count,
    exemption: z.object(exempt).nullable(),
  })
  .meta({ id: 'ComplianceCell' })
export type ComplianceCell = z.infer<typeof ComplianceCell>

/** A site with its cells in the order of the category tree. */
export const ComplianceRow = z
  .object({
    site: z.object({ id: SiteId, name: z.string(), postcode: z.string().nullable() }),
    client: z.object({ id: ClientId, name: z.string() }),
    ...counts,
    cells: z.array(ComplianceCell),
  })
  .meta({ id: 'ComplianceRow' })
export type ComplianceRow = z.infer<typeof ComplianceRow>

const numbers = {
  sites: Count,
  ...counts,
  /** What is valid, expiring or exempt of what is required, from 0 to 1; null where nothing is. */
  share: z.number().min(0).max(1).nullable(),
}
export type ComplianceNumbers = z.infer<z.ZodObject<typeof numbers>>

const ComplianceSummary = z
  .object({
    today: ShownDate,
    ...numbers,
    by: z.array(z.object({ id: z.string(), name: z.string(), ...numbers })).optional(),
  })
  .meta({ id: 'ComplianceSummary' })

const sorts = ['worst', 'name', 'client'] as const
export type ComplianceSort = (typeof sorts)[number]

const isState = (text: string): text is (typeof cellStates)[number] => cellStates.some((each) => each === text)

export const ComplianceQuery = PageQuery.extend({
  client: ClientId.optional().meta({ description: 'Sites of one client.' }),
  site: SiteId.optional().meta({ description: 'One site.' }),
  category: CategoryId.optional().meta({ description: 'The cells and numbers of one required category alone.' }),
  state: z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.string().refine(isState, 'The selected state is invalid.')))
    .optional()
    .meta({ description: `Sites with a cell in one of these states, separated by commas: ${cellStates.join(', ')}.` }),
  sort: z
    .enum(sorts, `The sort must be one of ${sorts.join(', ')}.`)
    .default('worst')
    .meta({ description: '`worst`: those that miss most, or have most that has expired, come first.' }),
})
export type ComplianceQuery = z.infer<typeof ComplianceQuery>

/** Its columns are also those of the CSV, a line for each cell. */
export const listCompliance = endpoint('GET /api/compliance', {
  past: true,
  summary: 'Sites with what is required of them, and whether they have it',
  about:
    'With `Accept: text/csv` the answer is a line for each cell of all sites that the filters leave, whatever the limit.',
  access: 'files.view',
  limits: { slow: true },
  query: ComplianceQuery,
  transport: { csv: true },
  response: z.array(ComplianceRow),
})

export const complianceSummary = endpoint('GET /api/compliance/summary', {
  past: true,
  summary: 'How many of the required files there are, in numbers',
  access: 'files.view',
  limits: { slow: true },
  cache: { tagged: true },
  query: z.object({
    client: ComplianceQuery.shape.client,
    by: z
      .enum(['client', 'category'], 'The selected by is invalid.')
      .optional()
      .meta({ description: 'Answers the same numbers for each client, or for each required category.' }),
  }),
  response: ComplianceSummary,
})

export const complianceReport = endpoint('GET /api/compliance/report', {
  summary: 'What is required of sites, and whether they have it, as PDF: a summary, and pages of each client',
  about: `Of a client, of a site, or of the team; of ${mostReported} sites at most.`,
  access: 'files.view',
  limits: { slow: true },
  query: ComplianceQuery.pick({ client: true, site: true }),
  response: 'content',
  transport: { content: { types: ['application/pdf'] } },
})

export const siteCompliance = endpoint('GET /api/site/{id}/compliance', {
  past: true,
  summary: 'What is required of one site, and whether it has it',
  access: 'files.view',
  limits: { slow: true },
  params: z.object({ id: SiteId }),
  response: ComplianceRow,
})

const one = z.object({ id: CategoryId })

const ofOptions = ['all', 'clients', 'sites'] as const

/** The ids of what `of` names; left out, they stay. */
const ids = <Id extends z.ZodType<string, string>>(field: string, id: Id) => {
  const sent = referencesIfSent(field, id)
  const few = (each: z.output<typeof sent>) => (each?.length ?? 0) <= mostRequired
  return sent.refine(few, `The ${field} may not have more than ${mostRequired} items.`)
}

export const requireCategory = endpoint('PUT /api/category/{id}/requirement', {
  summary: 'Say which sites must have a file of a category, or of one below it',
  about:
    'It replaces what was required of the category. Whoever sees only a part of the team names clients or sites of that part; those that they do not see stay.',
  access: 'categories.update',
  params: one,
  body: z.object({
    of: z.enum(ofOptions, { error: 'The selected of is invalid.' }),
    client_ids: ids('client ids', ClientId),
    site_ids: ids('site ids', SiteId),
  }),
  response: Category,
})

export const unrequireCategory = endpoint('DELETE /api/category/{id}/requirement', {
  summary: 'Require a category of no site any more; exemptions stay for when it is required again',
  access: 'categories.update',
  params: one,
})

const cell = z.object({ id: SiteId, categoryId: CategoryId })

export const exemptSite = endpoint('PUT /api/site/{id}/exemption/{categoryId}', {
  summary: 'Say why a site needs no file of a required category',
  access: 'sites.update',
  params: cell,
  body: z.object({ reason: requiredText('reason'), until: dateIfSent('until') }),
  response: Exemption,
})

export const endExemption = endpoint('DELETE /api/site/{id}/exemption/{categoryId}', {
  summary: 'Require a category of a site again',
  access: 'sites.update',
  params: cell,
})
