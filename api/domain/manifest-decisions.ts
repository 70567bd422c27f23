import type { MadeKind, PlannedFile } from '#schemas/events/import.ts'
import type { CategoryId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import type { RowErrors } from '#schemas/records/import-rows.ts'
import type { ManifestRow } from '#schemas/records/manifest-rows.ts'
import { shownFileName } from '#schemas/text/clean-name.ts'
import { pathKey } from '#schemas/text/folded-text.ts'
import { decideCategories, type NamedCategories } from './manifest-categories.ts'
import { type DecidedRow, type NamedRecord, namedBy, openRow, severalHave } from './manifest-names.ts'
import type { MissingRecord, MissingRecords } from './missing-records.ts'

type KnownSite = NamedRecord & {
  clientId: string
  client: string
  postcode: string | null
  external_id: string | null
}

/** Finds the team's records. Clients and sites are those with an id or external id, or else those with a name. */
export type ManifestLookup = {
  clients: (text: string) => readonly NamedRecord[]
  /** Of a client, or of any. */
  sites: (text: string, clientId: string | null) => readonly KnownSite[]
  siteOfExternalId: (external_id: string) => KnownSite | undefined
  visits: (siteId: string) => readonly NamedRecord[]
  categories: NamedCategories
  /** The living file of a site with these bytes, if there is one. */
  fileWith: (siteId: string, row: ManifestRow) => FileId | undefined
}

/** What decides rows, with what earlier rows have said. */
export type ManifestPlan = {
  lookup: ManifestLookup
  create: readonly MadeKind[]
  missing: MissingRecords
  /** The first row of each path, with its bytes. */
  paths: { noted: (path: string, row: number, sha256: string) => { row: number; sha256: string } }
  /** The files that earlier rows bring to sites, by site and bytes. */
  wanted: Map<string, FileId | null>
  /** The id of the file of a row; null in a dry run. */
  idOf: (row: number) => FileId | null
  /** Whether the file of a row has come already. */
  isHere: (row: number) => boolean
}

/** The decision about a row; `needs` are ids of records that have to be made for it. */
export type FileDecision = { row: number; path: string } & (
  | { verdict: 'wanted'; id: FileId | null; file: PlannedFile; needs: readonly string[] }
  | { verdict: 'unchanged'; id: FileId | null }
  | { verdict: 'refused'; id: null; errors: RowErrors }
)

/** A record that a row names: one that the team has, or one that is to be made. */
type Place = { id: string; name: string; isNew: boolean }
type Site = Place & { clientId: string | null; client: string | null }

const clientOf = ({ client }: ManifestRow, { lookup }: ManifestPlan, row: DecidedRow): Place | null | undefined => {
  if (client === null) return null
  const found = namedBy(lookup.clients(client), client)
  const [known] = found
  if (found.length > 1) return void row.refuse('client', severalHave('clients', found))
  if (known) return { id: known.id, name: known.name, isNew: false }
  const { id, name } = row.lacks('clients', 'client', pathKey(client), { name: client })
  return { id, name, isNew: true }
}

const samePostcode = (one: string | null, other: string | null): boolean =>
  pathKey(one ?? '').replaceAll(' ', '') === pathKey(other ?? '').replaceAll(' ', '')

const siteOf = (cells: ManifestRow, client: Place | null, plan: ManifestPlan, row: DecidedRow): Site | undefined => {
  const { site, postcode, external_id } = cells
  const asSite = (known: KnownSite): Site => ({ ...known, isNew: false })
  const byExternalId = external_id === null ? undefined : plan.lookup.siteOfExternalId(external_id)
  if (byExternalId) return asSite(byExternalId)
  if (site === null) return void row.refuse('site', 'The site field is required.')
  const all = client?.isNew ? [] : namedBy(plan.lookup.sites(site, client?.id ?? null), site)
  const free = external_id === null ? all : all.filter((each) => each.external_id === null)
  const told = postcode === null ? [] : free.filter((each) => samePostcode(each.postcode, postcode))
  const found = told.length > 0 ? told : free
  const [known] = found
  if (found.length > 1) return void row.refuse('site', severalHave('sites', found))
  if (known) return asSite(known)
  const within = client?.id ?? null
  const details = { name: site, within, client: client?.name ?? null, postcode, external_id }
  const made = row.lacks('sites', 'site', `${within ?? ''}/${pathKey(site)}`, details)
  if (client === null)
    row.refuse('client', 'The client field is required to make a site: name it in a folder or a column.')
  if (external_id !== null && made.external_id !== external_id)
    row.refuse('external_id', 'Another row gives this site another external id.')
  return { id: made.id, name: made.name, isNew: true, clientId: within, client: details.client }
}

const visitOf = (cells: ManifestRow, site: Site, plan: ManifestPlan, row: DecidedRow): VisitId | null => {
  const { visit } = cells
  if (visit === null) return null
  const there = site.isNew ? [] : plan.lookup.visits(site.id)
  const found = namedBy(
    there.filter(({ id, name }) => id === visit.toLowerCase() || pathKey(name) === pathKey(visit)),
    visit,
  )
  const [known] = found
  if (found.length > 1) row.refuse('visit', severalHave('visits', found))
  if (known) return known.id as VisitId
  const { clientId, client, name, id: within } = site
  const details = { name: visit, within, clientId, client, site: name }
  return row.lacks('visits', 'visit', `${within}/${pathKey(visit)}`, details).id as VisitId
}

/** Marks what a wanted row needs, and widens the days of its visit. */
const need = (named: readonly MissingRecord[], { completed_at }: ManifestRow): string[] => {
  for (const record of named) {
    record.isNeeded = true
    if (completed_at === null) continue
    if (record.first === null || completed_at < record.first) record.first = completed_at
    if (record.last === null || completed_at > record.last) record.last = completed_at
  }
  return named.map(({ id }) => id)
}

const plannedFile = (row: number, cells: ManifestRow, siteId: string, visitId: VisitId | null): PlannedFile => {
  const localFileName = shownFileName(cells.path.split(/[/\\]/).at(-1) ?? '')
  const { name, completed_at, expires_at, size, sha256: hash } = cells
  const days = { completed_at, expires_at }
  const shown = name ?? nameWithoutExtension(localFileName)
  return { row, localFileName, siteId: siteId as SiteId, visitId, categoryIds: [], name: shown, ...days, size, hash }
}

/** Decides one row by the team's records and the earlier rows of the manifest. */
export const decideManifestRow = (row: number, cells: ManifestRow, plan: ManifestPlan): FileDecision => {
  const { path, sha256 } = cells
  const first = plan.paths.noted(path, row, sha256)
  if (plan.isHere(row)) return { row, path, verdict: 'unchanged', id: plan.idOf(row) }
  const said = openRow(plan)
  if (first.sha256 !== sha256) said.refuse('path', `Row ${first.row} has this path with other bytes.`)
  const client = clientOf(cells, plan, said)
  const site = client === undefined ? undefined : siteOf(cells, client, plan, said)
  const bytes = `${site?.id}/${sha256}`
  if (site && Object.keys(said.errors).length === 0) {
    const same = plan.wanted.get(bytes) ?? (site.isNew ? undefined : plan.lookup.fileWith(site.id, cells))
    if (same !== undefined || plan.wanted.has(bytes)) return { row, path, verdict: 'unchanged', id: same ?? null }
  }
  const visitId = site ? visitOf(cells, site, plan, said) : null
  const categoryIds: CategoryId[] = decideCategories(cells.category ?? '', plan.lookup.categories, said)
  if (!site || Object.keys(said.errors).length > 0) {
    return { row, path, verdict: 'refused', id: null, errors: said.errors }
  }
  const id = plan.idOf(row)
  plan.wanted.set(bytes, id)
  const file = { ...plannedFile(row, cells, site.id, visitId), categoryIds }
  return { row, path, verdict: 'wanted', id, file, needs: need(said.named, cells) }
}
