import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { lazy, useEffect } from 'react'
import { grants } from '#schemas/policy.ts'
import { selectCategories } from '#schemas/resources/categories.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listDocuments } from '#schemas/resources/documents.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import type { Abilities } from '#schemas/rights/abilities.ts'
import type { TabOfPage } from '#web/components/hash-tabs.tsx'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import { chosenTab } from '#web/lib/hash-tab.ts'
import {
  clientsBy,
  documentsBy,
  filesBy,
  type ListAddress,
  listAddressIn,
  sitesBy,
  visitsBy,
} from '#web/lib/list-address.ts'
import { type ListQuery, listQuery, oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { userQuery, useUser } from '#web/lib/session.ts'
import { whenFree } from '#web/lib/when-answered.ts'

/** Whether the user's browser asks for few data. */
const isSaving = (): boolean => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true

/**
 * Loads code ahead, one part after the other, once the page's questions are answered and it has nothing else to do,
 * or has been busy for a while. Does nothing where data are saved. A part that does not arrive is asked for again by
 * whoever needs it.
 */
export const loadWhenIdle = async (
  queries: QueryClient,
  loads: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
): Promise<void> => {
  if (isSaving()) return
  for (const load of loads) {
    await whenFree(queries)
    if (signal.aborted) return
    await load().catch(() => undefined)
  }
}

// The first tab's code is part of the page; the code of the others loads when the page has nothing else to do or the
// pointer comes near them, or at once for the tab in the address.
const loadSites = retryingImport(async () => ({
  default: (await import('#web/features/sites/sites-panel.tsx')).SitesPanel,
}))
const loadVisits = retryingImport(async () => ({
  default: (await import('#web/features/visits/visits-panel.tsx')).VisitsPanel,
}))
const loadCategories = retryingImport(() => import('#web/features/categories/categories-panel.tsx'))
const loadFiles = retryingImport(async () => {
  const { FilesPanel } = await import('#web/features/files/files-panel.tsx')
  return { default: () => <FilesPanel scope={{ kind: 'team' }} /> }
})
const loadDocuments = retryingImport(() => import('#web/features/documents/documents-panel.tsx'))

const loadCompliance = retryingImport(() => import('#web/routes/compliance-part.tsx'))

const SitesPanel = lazy(loadSites)
const VisitsPanel = lazy(loadVisits)
const CategoriesPanel = lazy(loadCategories)
const FilesPanel = lazy(loadFiles)
const DocumentsPanel = lazy(loadDocuments)
const CompliancePart = lazy(loadCompliance)

/** One tab for each kind of record, and one for what is required of sites, for those who may view files. */
const dashboardTabs = [
  { value: 'clients', label: 'Clients', panel: <ClientsPanel /> },
  { value: 'sites', label: 'Sites', panel: <SitesPanel />, load: loadSites },
  { value: 'compliance', label: 'Compliance', panel: <CompliancePart />, load: loadCompliance },
  { value: 'visits', label: 'Visits', panel: <VisitsPanel />, load: loadVisits },
  { value: 'categories', label: 'Categories', panel: <CategoriesPanel />, load: loadCategories },
  { value: 'files', label: 'Files', panel: <FilesPanel />, load: loadFiles },
  { value: 'documents', label: 'Documents', panel: <DocumentsPanel />, load: loadDocuments },
] as const

type Tab = (typeof dashboardTabs)[number]['value']

/** The list of a tab, as its address narrows and sorts it. */
const listsOf: Partial<Record<Tab, (address: ListAddress) => ListQuery<unknown>>> = {
  clients: (address) => listQuery(listClients, undefined, clientsBy(address)),
  sites: (address) => listQuery(listSites, undefined, sitesBy('team', address)),
  visits: (address) => listQuery(listVisits, undefined, visitsBy('team', address)),
  files: (address) => listQuery(listFiles, undefined, filesBy('team', address)),
  documents: (address) => listQuery(listDocuments, undefined, documentsBy(address)),
}

/** The tabs that a user with these abilities sees. */
const tabsFor = (abilities: Abilities) =>
  dashboardTabs.filter(({ value }) => grants(abilities, `${value === 'compliance' ? 'files' : value}.view`))

/**
 * Preloads the tab in the address: its list and its code in parallel. While the user is still unknown, the list is
 * requested as if all tabs were visible, as they are for most users; the server refuses what the user may not see. A search
 * is left to the tab. Resolves when the code is there, if it is asked for beside the app: drawn a moment too early, the page
 * would show the shape of a list, which React then leaves for 300 ms.
 */
export const loadTab = (
  queries: QueryClient,
  { hash, search }: { hash: string; search: Record<string, unknown> },
): Promise<unknown> | undefined => {
  const user = queries.getQueryData(userQuery.queryKey)
  const tabs = user ? tabsFor(user.abilities) : dashboardTabs
  const chosen = chosenTab(
    tabs.map(({ value }) => value),
    hash,
  )
  const tab = tabs.find(({ value }) => value === chosen)
  const code = tab && 'load' in tab ? tab.load().catch(() => undefined) : undefined
  const address = listAddressIn(search)
  const list = chosen && !address.search ? listsOf[chosen]?.(address) : undefined
  if (list) void queries.prefetchInfiniteQuery(list)
  // Files are shown once their categories are there.
  if (chosen === 'files') void queries.prefetchQuery(oneQuery(selectCategories))
  return chosen && listsOf[chosen] ? code : undefined
}

/** The tabs that the signed-in user sees; the code and the list of each load when the pointer or the focus comes near it. */
export const useDashboardTabs = (): TabOfPage[] => {
  const queries = useQueryClient()
  const { abilities } = useUser()
  useEffect(() => {
    const loads = tabsFor(abilities).flatMap((tab) => ('load' in tab ? [tab.load] : []))
    const left = new AbortController()
    void loadWhenIdle(queries, loads, left.signal)
    return () => left.abort()
  }, [queries, abilities])
  return tabsFor(abilities).map((tab) => ({
    ...tab,
    load: () => loadTab(queries, { hash: `/${tab.value}`, search: {} }),
  }))
}
