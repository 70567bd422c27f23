import type { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Abilities } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'
import { listClients } from '#schemas/resources/clients.ts'
import { listDocuments } from '#schemas/resources/documents.ts'
import { listFiles } from '#schemas/resources/files.ts'
import { listSites } from '#schemas/resources/sites.ts'
import { listVisits } from '#schemas/resources/visits.ts'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import { chosenTab } from '#web/lib/hash-tab.ts'
import { patient } from '#web/lib/patient.ts'
import { listQuery } from '#web/lib/queries.ts'
import { userQuery } from '#web/lib/session.ts'

// The first tab comes with the page; what the others need loads when the pointer comes near them, or at once for the
// tab that the address names.
const loadSites = patient(async () => ({ default: (await import('#web/features/sites/sites-panel.tsx')).SitesPanel }))
const loadVisits = patient(async () => ({
  default: (await import('#web/features/visits/visits-panel.tsx')).VisitsPanel,
}))
const loadCategories = patient(() => import('#web/features/categories/categories-panel.tsx'))
const loadFiles = patient(async () => {
  const { FilesPanel } = await import('#web/features/files/files-panel.tsx')
  return { default: () => <FilesPanel scope={{ kind: 'team' }} /> }
})
const loadDocuments = patient(() => import('#web/features/documents/documents-panel.tsx'))

const SitesPanel = lazy(loadSites)
const VisitsPanel = lazy(loadVisits)
const CategoriesPanel = lazy(loadCategories)
const FilesPanel = lazy(loadFiles)
const DocumentsPanel = lazy(loadDocuments)

/** A tab for each kind of thing that a team keeps (PAGE-01). */
const dashboardTabs = [
  { value: 'clients', label: 'Clients', panel: <ClientsPanel /> },
  { value: 'sites', label: 'Sites', panel: <SitesPanel />, load: loadSites },
  { value: 'visits', label: 'Visits', panel: <VisitsPanel />, load: loadVisits },
  { value: 'categories', label: 'Categories', panel: <CategoriesPanel />, load: loadCategories },
  { value: 'files', label: 'Files', panel: <FilesPanel />, load: loadFiles },
  { value: 'documents', label: 'Documents', panel: <DocumentsPanel />, load: loadDocuments },
] as const

type Tab = (typeof dashboardTabs)[number]['value']

const firstPages: Partial<Record<Tab, (queries: QueryClient) => Promise<unknown>>> = {
  clients: (queries) => queries.prefetchInfiniteQuery(listQuery(listClients)),
  sites: (queries) => queries.prefetchInfiniteQuery(listQuery(listSites)),
  visits: (queries) => queries.prefetchInfiniteQuery(listQuery(listVisits)),
  files: (queries) => queries.prefetchInfiniteQuery(listQuery(listFiles)),
  documents: (queries) => queries.prefetchInfiniteQuery(listQuery(listDocuments)),
}

/** The tabs that somebody with these abilities sees. */
export const tabsFor = (abilities: Abilities) => dashboardTabs.filter(({ value }) => grants(abilities, `${value}.view`))

/**
 * Begins to load the tab that an address names, its list and its code side by side. Where it is not known yet who asks,
 * the list is asked for beside that, as if they saw everything, as most do: the server refuses what they may not see.
 */
export const loadTab = (queries: QueryClient, hash: string): void => {
  const user = queries.getQueryData(userQuery.queryKey)
  const tabs = user ? tabsFor(user.abilities) : dashboardTabs
  const chosen = chosenTab(
    tabs.map(({ value }) => value),
    hash,
  )
  const tab = tabs.find(({ value }) => value === chosen)
  if (tab && 'load' in tab) void tab.load()
  if (chosen) void firstPages[chosen]?.(queries)
}
