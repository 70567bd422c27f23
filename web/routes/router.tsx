import type { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { WaitingRows } from '#web/components/query-state.tsx'
import { parseSearch, stringifySearch } from '#web/lib/address-search.ts'
import { BrokenPage } from '#web/routes/broken-page.tsx'
import { dashboardRoutes } from '#web/routes/dashboard-routes.ts'
import { guestRoutes } from '#web/routes/guest-routes.ts'
import { recordRoutes } from '#web/routes/record-routes.ts'
import { root } from '#web/routes/root.ts'
import { settingsRoutes } from '#web/routes/settings-routes.ts'
import { signedIn } from '#web/routes/signed-in-route.ts'

const routeTree = root.addChildren([
  ...guestRoutes,
  signedIn.addChildren([...dashboardRoutes, ...recordRoutes, ...settingsRoutes]),
])

/** The router, with all pages and their addresses. */
export const buildRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The query cache decides how long data stays fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    // A page that is there is shown at once.
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <WaitingRows label="Loading the page" />,
    defaultErrorComponent: BrokenPage,
  })

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The e-mail address from the welcome page; it stays out of the page's address, which others may see. */
    email?: string
  }
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
