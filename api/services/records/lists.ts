import { idsBelow } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Within } from '#projections/facilities/arranged.ts'
import type { ClientRow } from '#projections/facilities/clients.ts'
import type { DocumentRow } from '#projections/facilities/documents.ts'
import type { FileRow } from '#projections/facilities/files.ts'
import type { SiteRow } from '#projections/facilities/sites.ts'
import type { VisitRow } from '#projections/facilities/visits.ts'
import { wordsOf } from '#projections/search/words.ts'
import { type Arrangement, type FileListQuery, isArranged } from '#schemas/calls/arrangement.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import type { ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { Found } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { today } from '#schemas/time/dates.ts'
import { expiryDays } from '#schemas/time/expiry.ts'

/** A row of a list; `found` says where a search matched, and is null without one. */
export type FoundRow<Row> = { row: Row; found: Found | null }

type Place = { clientId?: ClientId; siteId?: SiteId; visitId?: VisitId }

type Asked<Row> = {
  kind: ArrangedKind
  scope: Scope
  within: Within
  query: Arrangement & PageQuery
  /** The words of a search; blank: the whole list (D-41). */
  text: string
  categoryIds?: readonly string[]
  /** The list as it is, without words, in its own order. */
  all: () => Page<Row>
  each: (ids: readonly string[]) => ReadonlyMap<string, Row>
}

type Lists = Pick<
  ReadModels,
  'arranged' | 'categories' | 'clients' | 'documents' | 'files' | 'search' | 'sites' | 'visits'
>

/**
 * The lists of records, by words, filters and order. Lists as they are come from their indices at once; the others are
 * read in threads, as ids: of words with an order or filters, the search answers which, and the list in what order.
 * What has expired is decided by the day in `timeZone`.
 */
export const listsOf = (
  { arranged, categories, clients, documents, files, search, sites, visits }: Lists,
  timeZone: string,
) => {
  const datedBy = (query: Arrangement & PageQuery) =>
    query.expires === undefined ? query : { ...query, expiring: expiryDays(query.expires, today(new Date(), timeZone)) }
  const pageOf = async <Row>(asked: Asked<Row>): Promise<Page<FoundRow<Row>>> => {
    const { kind, scope, within, query, text, categoryIds, all, each } = asked
    const [hasWords, isOrdered] = [wordsOf(text).all.length > 0, isArranged(query)]
    if (!hasWords && !isOrdered) {
      const page = all()
      return { ...page, rows: page.rows.map((row) => ({ row, found: null })) }
    }
    const narrowing = { ...within, ...(categoryIds ? { categoryIds } : {}) }
    const hits = isOrdered ? undefined : await search.find(scope, kind, text, query, narrowing)
    const among = isOrdered && hasWords ? await search.findAll(scope, kind, text, narrowing) : undefined
    const page = hits ?? (await arranged.page(kind, scope, within, datedBy(query), among))
    const ids = page.rows.map(({ id }) => id)
    const found = hits?.rows ?? (among ? await search.findIn(ids, text) : [])
    const [foundIn, known] = [new Map(found.map((hit) => [hit.id, hit.found])), each(ids)]
    const rows = ids.flatMap((id) => {
      const row = known.get(id)
      return row === undefined ? [] : [{ row, found: foundIn.get(id) ?? null }]
    })
    return { ...page, rows }
  }

  /** What a filter by a category narrows a list to: a category has what those below it have. */
  const inCategory = ({ teamId }: Scope, { category }: Pick<Arrangement, 'category'>) =>
    category === undefined || category === uncategorised
      ? {}
      : { categoryIds: idsBelow(categories.tree(teamId), category) }

  /** The ids that a list shows, all from one moment, at most `limit`; `total` is their number. */
  const idsOf = async (
    kind: ArrangedKind,
    scope: Scope,
    query: Arrangement & PageQuery,
    place: Place,
    text: string,
  ) => {
    const hasWords = wordsOf(text).all.length > 0
    const among = hasWords
      ? await search.findAll(scope, kind, text, { ...place, ...inCategory(scope, query) })
      : undefined
    const { rows, total } = await arranged.page(kind, scope, place, datedBy(query), among)
    return { ids: rows.map(({ id }) => id), total }
  }

  return {
    clients: (scope: Scope, query: Arrangement & PageQuery, text = '') =>
      pageOf<ClientRow>({
        ...{ kind: 'clients', scope, within: {}, query, text },
        all: () => clients.list(scope, query),
        each: (ids) => clients.each(scope, ids),
      }),
    sites: (scope: Scope, query: Arrangement & PageQuery, { clientId }: Place = {}, text = '') =>
      pageOf<SiteRow>({
        ...{ kind: 'sites', scope, within: clientId ? { clientId } : {}, query, text },
        all: () => (clientId ? sites.ofClient(scope, clientId, query) : sites.list(scope, query)),
        each: (ids) => sites.each(scope, ids),
      }),
    visits: (scope: Scope, query: Arrangement & PageQuery, within: Place = {}, text = '') => {
      const { clientId, siteId } = within
      const all = () => {
        if (siteId) return visits.ofSite(scope, siteId, query)
        return clientId ? visits.ofClient(scope, clientId, query) : visits.list(scope, query)
      }
      return pageOf<VisitRow>({
        ...{ kind: 'visits', scope, within, query, text, all },
        each: (ids) => visits.each(scope, ids),
      })
    },
    files: (scope: Scope, query: FileListQuery, within: Place = {}, text = '') => {
      const { clientId, siteId, visitId } = within
      const all = () => {
        if (visitId) return files.ofVisit(scope, visitId, query)
        if (siteId) return files.ofSite(scope, siteId, query)
        return clientId ? files.ofClient(scope, clientId, query) : files.list(scope, query)
      }
      return pageOf<FileRow>({
        ...{ kind: 'files', scope, within, query, text, all },
        ...inCategory(scope, query),
        each: (ids) => files.each(scope, ids),
      })
    },
    fileIds: async (scope: Scope, filter: Arrangement, within: Place, text: string, limit: number) => {
      const { ids, total } = await idsOf('files', scope, { ...filter, limit }, within, text)
      return { ids: ids as FileId[], total }
    },
    documentIds: async (scope: Scope, filter: Arrangement, text: string, limit: number) => {
      const { ids, total } = await idsOf('documents', scope, { ...filter, limit }, {}, text)
      return { ids: ids as DocumentId[], total }
    },
    documents: (scope: Scope, query: Arrangement & PageQuery, text = '') =>
      pageOf<DocumentRow>({
        ...{ kind: 'documents', scope, within: {}, query, text },
        all: () => documents.list(scope.teamId, query),
        each: (ids) => documents.each(scope.teamId, ids),
      }),
  }
}
