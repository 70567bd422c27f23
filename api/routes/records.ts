import { type Answer, emptyList, list, resource } from '#api/http/answer.ts'
import { type Route, reading } from '#api/http/route.ts'
import { presentClient } from '#api/presenters/client.ts'
import { presentDocument } from '#api/presenters/document.ts'
import { presentFile } from '#api/presenters/file.ts'
import { presentSite } from '#api/presenters/site.ts'
import { presentVisit } from '#api/presenters/visit.ts'
import { clientRoutes } from '#api/routes/clients.ts'
import { visitRoutes } from '#api/routes/visits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { listsOf, type RowOf } from '#api/services/records/lists.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { Arrangement } from '#schemas/calls/arrangement.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { UserId } from '#schemas/ids.ts'
import { type ArrangedKind, arrangedKinds, idDetail } from '#schemas/nouns.ts'
import * as clientContracts from '#schemas/resources/clients.ts'
import * as documentContracts from '#schemas/resources/documents.ts'
import * as fileContracts from '#schemas/resources/files.ts'
import * as searches from '#schemas/resources/search.ts'
import * as siteContracts from '#schemas/resources/sites.ts'
import * as visitContracts from '#schemas/resources/visits.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { Clock } from '#schemas/time/dates.ts'

type Place = 'clients' | 'sites' | 'visits'

/** A list of the team, or of one record of a noun, and the same list by words. */
type Contracts = { in?: Place; all: Endpoint; searched: Endpoint }

type Shown<Kind extends ArrangedKind> = {
  /** Answers a row; `names` are those of the people in the page. */
  present: (row: RowOf<Kind>, names: ReturnType<ReadModels['directory']['accounts']['namesOf']>) => object
  /** Who added the record of a row, if the answer names them. */
  addedBy?: (row: RowOf<Kind>) => UserId
  /** Whether the answer of a search says where it matched. */
  withFound?: true
  show: Endpoint
  /** The routes that change its records, if they need nothing but read models. */
  changes?: (records: ReadModels['records']) => Route[]
  lists: readonly Contracts[]
}

const shown: { [Kind in ArrangedKind]: Shown<Kind> } = {
  clients: {
    present: presentClient,
    show: clientContracts.showClient,
    changes: clientRoutes,
    lists: [{ all: clientContracts.listClients, searched: searches.searchClients }],
  },
  sites: {
    present: presentSite,
    show: siteContracts.showSite,
    lists: [
      { all: siteContracts.listSites, searched: searches.searchSites },
      { in: 'clients', all: siteContracts.listSitesOfClient, searched: searches.searchSitesOfClient },
    ],
  },
  visits: {
    present: presentVisit,
    show: visitContracts.showVisit,
    changes: visitRoutes,
    lists: [
      { all: visitContracts.listVisits, searched: searches.searchVisits },
      { in: 'clients', all: visitContracts.listVisitsOfClient, searched: searches.searchVisitsOfClient },
      { in: 'sites', all: visitContracts.listVisitsOfSite, searched: searches.searchVisitsOfSite },
    ],
  },
  files: {
    present: presentFile,
    addedBy: ({ uploaded_by }) => uploaded_by,
    withFound: true,
    show: fileContracts.showFile,
    lists: [
      { all: fileContracts.listFiles, searched: searches.searchFiles },
      { in: 'clients', all: fileContracts.listFilesOfClient, searched: searches.searchFilesOfClient },
      { in: 'sites', all: fileContracts.listFilesOfSite, searched: searches.searchFilesOfSite },
      { in: 'visits', all: fileContracts.listFilesOfVisit, searched: searches.searchFilesOfVisit },
    ],
  },
  documents: {
    present: presentDocument,
    withFound: true,
    show: documentContracts.showDocument,
    lists: [{ all: documentContracts.listDocuments, searched: searches.searchDocuments }],
  },
}

const nobody: ReturnType<ReadModels['directory']['accounts']['namesOf']> = new Map()

/** The parameters of every list and record; the contract of each has checked them. */
type Call = {
  actor: { scope: Scope }
  params: { id?: string; query?: string }
  query: Arrangement & PageQuery
}

const handled = (endpoint: Endpoint, handler: (call: Call) => Promise<Answer> | Answer): Route => ({
  endpoint,
  handler: handler as unknown as Route['handler'],
})

/**
 * The lists of every noun and its records, one by one. The lists by words come before all others, since a text that is
 * searched for may be a part of their paths.
 */
export const recordRoutes = ({ directory, records }: ReadModels, clock: Clock): Route[] => {
  const lists = listsOf(records, clock)

  const ofNoun = <Kind extends ArrangedKind>(kind: Kind) => {
    const noun: Shown<Kind> = shown[kind]
    const { present, addedBy } = noun
    const listed = (contract: Endpoint, place: Place | undefined, withFound: boolean) =>
      handled(contract, async (call) => {
        const {
          actor: { scope },
          params,
          query,
        } = call
        // Id 0 stands for no record, whose list is empty (D-42).
        if (params.id === '0') return emptyList()
        if (place) orNotFound(records[place].one(scope, params.id as never))
        const within = place ? { [idDetail(place)]: params.id } : {}
        const page = await lists.page(kind, { scope, query, within, text: params.query ?? '' })
        const names = addedBy ? directory.accounts.namesOf([...new Set(page.rows.map(addedBy))]) : nobody
        return list(page, (row) => ({
          ...present(row, names),
          ...(withFound ? { found: page.found?.get(row.id) ?? null } : {}),
        }))
      })
    const one = handled(noun.show, (call) => {
      const { actor, params } = call
      const row = orNotFound(records[kind].one(actor.scope, params.id as never)) as RowOf<Kind>
      return resource(present(row, addedBy ? directory.accounts.namesOf([addedBy(row)]) : nobody))
    })
    return {
      searches: noun.lists.map((each) => listed(each.searched, each.in, noun.withFound ?? false)),
      others: [...noun.lists.map((each) => listed(each.all, each.in, false)), one, ...(noun.changes?.(records) ?? [])],
    }
  }

  const ofNouns = arrangedKinds.map((kind) => ofNoun(kind))
  return [
    ...reading(
      ['search'],
      ofNouns.flatMap(({ searches }) => searches),
    ),
    ...ofNouns.flatMap(({ others }) => others),
  ]
}
