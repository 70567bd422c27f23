import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { listClients, showClient } from '#schemas/resources/clients.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { showVisit } from '#schemas/resources/visits.ts'
import { Waiting } from '#web/components/waiting.tsx'
import { listQuery, oneQuery } from '#web/lib/queries.ts'
import { BrokenPage } from '#web/routes/broken-page.tsx'
import { DashboardPage } from '#web/routes/dashboard-page.tsx'
import { loadOne, loadSession } from '#web/routes/loading.ts'
import { NoSuchPage, NotFoundPage } from '#web/routes/not-found-page.tsx'
import { SignedIn } from '#web/routes/signed-in.tsx'

type Context = { queries: QueryClient }
type SignInSearch = { back?: string; expired?: boolean }

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NoSuchPage })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true })
  },
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: ({ back, expired }: Record<string, unknown>): SignInSearch => ({
    ...(typeof back === 'string' ? { back } : {}),
    ...(expired === true ? { expired } : {}),
  }),
  component: lazyRouteComponent(() => import('#web/routes/login-page.tsx')),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(() => import('#web/routes/register-page.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loader: ({ context, location }) => loadSession(context.queries, location.href),
  component: SignedIn,
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  loader: ({ context }) => void context.queries.prefetchInfiniteQuery(listQuery(listClients)),
  component: DashboardPage,
})

const client = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/clients/$id',
  loader: ({ context, params }) => loadOne(context.queries, oneQuery(showClient, params)),
  notFoundComponent: NotFoundPage,
  component: lazyRouteComponent(() => import('#web/routes/client-page.tsx')),
})

const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/sites/$id',
  loader: ({ context, params }) => loadOne(context.queries, oneQuery(showSite, params)),
  notFoundComponent: NotFoundPage,
  component: lazyRouteComponent(() => import('#web/routes/site-page.tsx')),
})

const visit = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/visits/$id',
  loader: ({ context, params }) => loadOne(context.queries, oneQuery(showVisit, params)),
  notFoundComponent: NotFoundPage,
  component: lazyRouteComponent(() => import('#web/routes/visit-page.tsx')),
})

const routeTree = root.addChildren([home, login, register, signedIn.addChildren([dashboard, client, site, visit])])

/** Every page of the app and the address it lives at. */
export const buildRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // The query cache decides how long an answer is good for.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingComponent: () => <Waiting label="Loading the page" />,
    defaultErrorComponent: BrokenPage,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof buildRouter>
  }
}
