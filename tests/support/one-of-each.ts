import type { z } from 'zod'
import type { Endpoint } from '#schemas/endpoint.ts'
import { addCategory } from '#schemas/resources/categories.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { requireCategory } from '#schemas/resources/compliance.ts'
import { uploadDocument } from '#schemas/resources/documents.ts'
import { addField, listFields } from '#schemas/resources/fields.ts'
import { uploadFile } from '#schemas/resources/files.ts'
import { listPacks, orderPack } from '#schemas/resources/packs.ts'
import { addSavedView } from '#schemas/resources/saved-views.ts'
import { createShare } from '#schemas/resources/shares.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { addVisit } from '#schemas/resources/visits.ts'
import type { Caller } from './caller.ts'
import { fileOf } from './files.ts'

/** The nouns in paths of a team's resources, each with its plural. */
const nouns = {
  client: 'clients',
  site: 'sites',
  visit: 'visits',
  file: 'files',
  document: 'documents',
  category: 'categories',
  'saved-view': 'saved-views',
  field: 'fields',
  share: 'shares',
  pack: 'packs',
} as const
type Noun = keyof typeof nouns

export type OneOfEach = Record<Noun, string>

/** The pack of a team, which has two in the making at most. */
const orderedPack: PackOf = async (owner, site) => {
  const [ordered] = await owner.ask(listPacks)
  return (ordered ?? (await owner.ask(orderPack, { body: { within: `site/${site}`, reason: 'Audit' } }))).id
}
type PackOf = (owner: Caller, site: string) => Promise<string>

/**
 * One record of each noun, with every field set, in the owner's team, by default of a new client. A new noun of the API
 * is added here.
 */
export const oneOfEach = async (owner: Caller, clientId?: string, packOf = orderedPack): Promise<OneOfEach> => {
  const client = { id: clientId ?? (await owner.call(addClient, { body: { name: 'Acme' } })).body.id }
  const { body: site } = await owner.call(addSite, {
    body: { name: 'North', postcode: 'SE1 2AA', client_id: client.id },
  })
  const dates = { started_at: '01/03/2026', ended_at: '01/03/2026' }
  const { body: visit } = await owner.call(addVisit, {
    body: { name: 'Check', site_id: site.id, ...dates },
  })
  const beside = { file: fileOf('plan.pdf', 'application/pdf') }
  const { body: file } = await owner.call(uploadFile, { body: { site_id: site.id, expires_at: '01/03/2026' } }, beside)
  const { body: document } = await owner.call(uploadDocument, { body: { expires_at: '01/03/2027' } }, beside)
  const { body: category } = await owner.call(addCategory, { body: { name: 'Fire', expires_after_months: 12 } })
  const needed = { params: { id: category.id }, body: { of: 'clients' as const, client_ids: [client.id] } }
  await owner.call(requireCategory, needed)
  const { body: view } = await owner.call(addSavedView, {
    body: { name: 'Plans', kind: 'files', ...arranged, filters: { search: 'plan', client: client.id } },
  })
  const known = (await owner.ask(listFields)).find(({ kind }) => kind === choice.kind)
  const field = known ?? (await owner.ask(addField, { body: { name: 'Heating', ...choice } }))
  const { body: share } = await owner.call(createShare, { body: { file_id: file.id } })
  return {
    client: client.id,
    site: site.id,
    visit: visit.id,
    file: file.id,
    document: document.id,
    category: category.id,
    'saved-view': view.id,
    field: field.id,
    share: share.id,
    pack: await packOf(owner, site.id),
  }
}

/** The content of a saved view besides its name and kind. */
const arranged = {
  shared: true,
  filters: { search: 'plan' },
  sort: '-name',
  look: 'table' as const,
  columns: ['name', 'size'],
}

/** The content of a field besides its name. */
const choice = {
  of: 'sites' as const,
  kind: 'choice' as const,
  options: [{ name: 'Gas' }],
  required: false,
  listed: true,
  help: 'On the label',
}

/** Lists at a path that begins with no noun. */
const listedAt: Record<string, Noun> = { expiring: 'client', compliance: 'site' }

/** The noun of a path, the first after `/api/` or at its start; undefined for a path without one. */
const knownNounOf = ({ path }: Endpoint): Noun | undefined => {
  const first = path.replace(/^\/(api\/)?/, '').split('/')[0] ?? ''
  const known = Object.keys(nouns) as Noun[]
  return listedAt[first] ?? known.find((each) => each === first || nouns[each] === first)
}

const nounOf = (endpoint: Endpoint): Noun => {
  const noun = knownNounOf(endpoint)
  if (!noun) throw new Error(`tests/support/one-of-each.ts knows no thing for ${endpoint.path}`)
  return noun
}

/** The record of a path's noun. */
export const idFor = (endpoint: Endpoint, ids: OneOfEach): string => ids[nounOf(endpoint)]

/** Ids of records of all other nouns. */
export const idsOfOtherKinds = (endpoint: Endpoint, ids: OneOfEach): string[] =>
  Object.entries(ids).flatMap(([noun, id]) => (noun === knownNounOf(endpoint) ? [] : [id]))

/** Values of a path's `{id}`, `{categoryId}`, `{version}` and `{query}`; a blank query returns everything. */
export const paramsFor = ({ params, ...endpoint }: Endpoint, ids: OneOfEach) => ({
  ...('id' in (params?.shape ?? {}) ? { id: idFor(endpoint, ids) } : {}),
  ...('categoryId' in (params?.shape ?? {}) ? { categoryId: ids.category } : {}),
  ...('version' in (params?.shape ?? {}) ? { version: 1 } : {}),
  ...('query' in (params?.shape ?? {}) ? { query: '' } : {}),
})

/** A valid body, with references to these records. */
export const bodyFor = ({ body, path }: Endpoint, ids: OneOfEach): Record<string, unknown> => {
  const dates = {
    started_at: '01/03/2026',
    ended_at: '01/03/2026',
    completed_at: '01/03/2026',
    expires_at: '01/03/2027',
  }
  const references = { client_id: ids.client, site_id: ids.site, visit_id: ids.visit, parent_id: ids.category }
  const known: Record<string, unknown> = {
    name: 'A name',
    slug: 'a-name',
    kind: 'files',
    of: 'clients',
    client_ids: [ids.client],
    reason: 'No water on site',
    daily: true,
    within: `site/${ids.site}`,
    ...arranged,
    ...dates,
    ...references,
    ...(path.startsWith('/api/field') ? choice : {}),
  }
  return Object.fromEntries(Object.entries(known).filter(([field]) => field in (body?.shape ?? {})))
}

const acceptsAnything = (schema: z.ZodType) => schema.safeParse({}).success

/** The fields of a body that refer to other records; a field that accepts any value is ignored by the API (D-23). */
export const referencesOf = ({ body }: Endpoint): string[] =>
  Object.entries<z.ZodType>(body?.shape ?? {}).flatMap(([field, schema]) =>
    field.endsWith('_id') && !acceptsAnything(schema) ? [field] : [],
  )
