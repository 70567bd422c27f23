import { createRoute, redirect } from '@tanstack/react-router'
import { loadTable } from '#web/components/list/records-list.tsx'
import { historyFiltersIn } from '#web/features/history/history-filters.ts'
import { loadOverview } from '#web/features/overview/overview-place.tsx'
import { dueFilter } from '#web/lib/due.ts'
import { teamQuery } from '#web/lib/session.ts'
import { DashboardPage } from '#web/routes/dashboard-page.tsx'
import { loadTab } from '#web/routes/dashboard-tabs.tsx'
import { page } from '#web/routes/root.ts'
import { signedIn, signedInPage } from '#web/routes/signed-in-route.ts'

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  loader: ({ context: { queries }, location }) => {
    void loadOverview()
    void loadTable()
    // A user without a team is being redirected.
    return queries.getQueryData(teamQuery.queryKey) === null ? undefined : loadTab(queries, location)
  },
  component: DashboardPage,
})

/** What is due has been a page of its own, to which kept addresses lead. */
const expiring = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/expiring',
  beforeLoad: () => {
    throw redirect({
      to: '/dashboard',
      search: { expires: dueFilter(), sort: 'expires_at' },
      hash: '/files',
      replace: true,
    })
  },
})

const trash = signedInPage('/dashboard/trash', () => import('#web/routes/trash-page.tsx'))
const shares = signedInPage('/dashboard/shares', () => import('#web/routes/shares-page.tsx'))
const packs = signedInPage('/dashboard/packs', () => import('#web/routes/packs-page.tsx'))

const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/history',
  validateSearch: historyFiltersIn,
  component: page(() => import('#web/routes/history-page.tsx')),
})

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/imports',
  // The record from whose page a folder is imported.
  validateSearch: ({ client, site }: Record<string, unknown>): { client?: string; site?: string } => ({
    ...(typeof client === 'string' && { client }),
    ...(typeof site === 'string' && { site }),
  }),
  component: page(() => import('#web/routes/imports-page.tsx')),
})
const importRun = signedInPage('/dashboard/imports/$run', () => import('#web/routes/import-page.tsx'))

/** The dashboard, and the pages that its menu leads to. */
export const dashboardRoutes = [dashboard, expiring, trash, shares, packs, history, imports, importRun] as const
