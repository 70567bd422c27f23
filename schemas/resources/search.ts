import { z } from 'zod'
import { resources } from '#schemas/nouns.ts'
import { endpoint } from '../endpoint.ts'
import { ClientId, SiteId } from '../ids.ts'
import { CategoryChoice, listCategories } from './categories.ts'
import { listClients } from './clients.ts'
import { Document, listDocuments } from './documents.ts'
import { listFiles, listFilesOfClient, listFilesOfSite, listFilesOfVisit, SiteFile } from './files.ts'
import { listSites, listSitesOfClient } from './sites.ts'
import { listVisits, listVisitsOfClient, listVisitsOfSite } from './visits.ts'

/** The query: any text, never syntax; blank returns the whole list (D-41). */
export const SearchText = z
  .string({ error: 'The query must be text.' })
  .trim()
  .max(255, 'The query may not be greater than 255 characters.')

/** The field in which all words of a query were found together, or else the last field with one of them. */
export const FoundIn = z.enum(['name', 'postcode', 'field', 'category', 'visit', 'site', 'client', 'text'])
export type FoundIn = z.infer<typeof FoundIn>

/** `excerpt` is the passage of a PDF's text around the first word found there; null for other fields. */
export const Found = z.object({ in: FoundIn, excerpt: z.string().nullable() })
export type Found = z.infer<typeof Found>

/** A file or document of a result; `found` is null without a query. */
export const FoundFile = SiteFile.extend({ found: Found.nullable() })
export type FoundFile = z.infer<typeof FoundFile>
const FoundDocument = Document.extend({ found: Found.nullable() })
export type FoundDocument = z.infer<typeof FoundDocument>

const query = z.object({ query: SearchText })
const files = z.array(FoundFile)

export const searchClients = endpoint('GET /api/clients/search/{query}', {
  ...listClients,
  limits: { slow: true },
  summary: 'Clients whose name contains every word, by name',
  params: query,
})

export const searchSites = endpoint('GET /api/sites/search/{query}', {
  ...listSites,
  limits: { slow: true },
  summary: 'Sites whose name, postcode and client hold every word, those by their own name first',
  params: query,
})

export const searchSitesOfClient = endpoint('GET /api/clients/{id}/sites/search/{query}', {
  ...listSitesOfClient,
  limits: { slow: true },
  summary: 'Sites of one client that hold every word, those by their own name first',
  params: listSitesOfClient.params.extend(query.shape),
})

export const searchVisits = endpoint('GET /api/visits/search/{query}', {
  ...listVisits,
  limits: { slow: true },
  summary: 'Visits whose name, site and client hold every word, those by their own name first, latest first',
  params: query,
})

export const searchVisitsOfClient = endpoint('GET /api/clients/{id}/visits/search/{query}', {
  ...listVisitsOfClient,
  limits: { slow: true },
  summary: 'Visits to the sites of one client that hold every word, those by their own name first, latest first',
  params: listVisitsOfClient.params.extend(query.shape),
})

export const searchVisitsOfSite = endpoint('GET /api/sites/{id}/visits/search/{query}', {
  ...listVisitsOfSite,
  limits: { slow: true },
  summary: 'Visits to one site that hold every word, those by their own name first, latest first',
  params: listVisitsOfSite.params.extend(query.shape),
})

export const searchFiles = endpoint('GET /api/files/search/{query}', {
  ...listFiles,
  limits: { slow: true },
  summary: 'Files whose name, categories, visit, site, client and text hold every word, those by their own name first',
  params: query,
  response: files,
})

export const searchFilesOfClient = endpoint('GET /api/clients/{id}/files/search/{query}', {
  ...listFilesOfClient,
  limits: { slow: true },
  summary: 'Files of the sites of one client that hold every word, those by their own name first',
  params: listFilesOfClient.params.extend(query.shape),
  response: files,
})

export const searchFilesOfSite = endpoint('GET /api/sites/{id}/files/search/{query}', {
  ...listFilesOfSite,
  limits: { slow: true },
  summary: 'Files of one site that hold every word, those by their own name first',
  params: listFilesOfSite.params.extend(query.shape),
  response: files,
})

export const searchFilesOfVisit = endpoint('GET /api/visits/{id}/files/search/{query}', {
  ...listFilesOfVisit,
  limits: { slow: true },
  summary: 'Files of one visit that hold every word, those by their own name first',
  params: listFilesOfVisit.params.extend(query.shape),
  response: files,
})

export const searchDocuments = endpoint('GET /api/documents/search/{query}', {
  ...listDocuments,
  limits: { slow: true },
  summary: 'Documents whose name and text of a PDF hold every word, those by their own name first',
  params: query,
  response: z.array(FoundDocument),
})

export const searchCategories = endpoint('GET /api/categories/search/{query}', {
  ...listCategories,
  summary: 'Categories whose path contains every word, as a flat list in tree order',
  params: query,
  response: z.array(CategoryChoice),
})

const Named = <Id extends z.ZodType>(id: Id) => z.object({ id, name: z.string() }).nullable()

/** One hit, with its client and site; those are null if it has none. */
export const SearchHit = z.object({
  id: z.string(),
  name: z.string(),
  client: Named(ClientId),
  site: Named(SiteId),
  found: Found,
})
export type SearchHit = z.infer<typeof SearchHit>

/**
 * The first hits of one kind: records with the words in their own name first, each in the order of its list. `total`
 * counts all of them, up to 1,000; with `at_least` there are more.
 */
export const SearchGroup = z.object({
  resource: z.enum(resources),
  total: z.int().min(0),
  at_least: z.boolean(),
  hits: z.array(SearchHit),
})
export type SearchGroup = z.infer<typeof SearchGroup>

const fewHits = 'The limit must be a number from 1 to 50.'

/** A group for each kind with hits that the caller may view; empty for a blank query. */
export const searchEverything = endpoint('GET /api/search', {
  past: true,
  summary: 'The first records of each kind that contain every word of q',
  access: 'signed-in',
  caller: { needsPlan: true, byToken: true },
  limits: { slow: true },
  query: z.object({
    q: SearchText.default('').meta({ description: 'Words, each of which is found; any text, never syntax.' }),
    limit: z.coerce
      .number(fewHits)
      .int(fewHits)
      .min(1, fewHits)
      .max(50, fewHits)
      .default(5)
      .meta({ description: 'The maximum number of hits of each kind.' }),
  }),
  response: z.object({ groups: z.array(SearchGroup) }),
})
