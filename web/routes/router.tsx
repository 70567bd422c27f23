import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { FactorMethod } from '#schemas/events/user.ts'
import { Waiting } from '#web/components/waiting.tsx'
import { historyFiltersIn } from '#web/features/history/history-filters.ts'
import { loadOverview } from '#web/features/overview/overview-place.tsx'
import type { InvitationLinks } from '#web/features/registration/use-invited.ts'
import { showClient } from '#web/lib/calls/clients.ts'
import { showSite } from '#web/lib/calls/sites.ts'
import { showTeam } from '#web/lib/calls/teams.ts'
import { showVisit } from '#web/lib/calls/visits.ts'
import { listAddressIn } from '#web/lib/list-address.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { teamQuery } from '#web/lib/session.ts'
import { teamWord } from '#web/lib/settings.ts'
import { BrokenPage, BrokenStart } from '#web/routes/broken-page.tsx'
import { DashboardPage } from '#web/routes/dashboard-page.tsx'
import { loadTab } from '#web/routes/dashboard-tabs.tsx'
import { loadPart } from '#web/routes/load-part.ts'
import { keepGuestsOut, leadSignedIn, loadKiosk, loadOne, loadSession, loadUnverified } from '#web/routes/loading.ts'
import { NoSuchPage, NotFoundPage } from '#web/routes/not-found-page.tsx'
import { SignedIn } from '#web/routes/signed-in.tsx'

type Context = { queries: QueryClient }
type SignInSearch = { back?: string }
type SecondStepSearch = SignInSearch & { by?: FactorMethod }

/** A lazy page, which loads when its address opens or the pointer comes near a link to it. */
const page = (load: () => Promise<{ default: ComponentType }>) => lazyRouteComponent(retryingImport(load, 'orFail'))

const root = createRootRouteWithContext<Context>()({ notFoundComponent: NoSuchPage })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  loader: ({ context }) => leadSignedIn(context.queries),
  errorComponent: BrokenStart,
  component: page(() => import('#web/routes/welcome-page.tsx')),
})

const backIn = ({ back }: Record<string, unknown>): SignInSearch => (typeof back === 'string' ? { back } : {})

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The query parameters of links to the registration page (REG-02 to REG-04). */
const invitationIn = (search: Record<string, unknown>): InvitationLinks => ({
  coupon: text(search.coupon),
  invitation: text(search.invitation),
  'team-invitation': text(search['team-invitation']),
})

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: page(() => import('#web/routes/terms-page.tsx')),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: backIn,
  component: page(() => import('#web/routes/login-page.tsx')),
})

const secondStep = createRoute({
  getParentRoute: () => root,
  path: '/login/token',
  validateSearch: (search: Record<string, unknown>): SecondStepSearch => ({
    ...backIn(search),
    ...(search.by === 'text' ? { by: 'text' } : {}),
  }),
  component: page(() => import('#web/routes/two-factor-page.tsx')),
})

const forgotten = createRoute({
  getParentRoute: () => root,
  path: '/password/forgotten',
  component: page(() => import('#web/routes/forgotten-page.tsx')),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/password/reset',
  component: page(() => import('#web/routes/new-password-page.tsx')),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: invitationIn,
  component: page(() => import('#web/routes/register-page.tsx')),
})

const authorize = createRoute({
  getParentRoute: () => root,
  path: '/oauth/authorize',
  component: page(() => import('#web/routes/authorize-page.tsx')),
})

const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: '/verify-email',
  loader: ({ context, location }) => (location.hash ? undefined : loadUnverified(context.queries)),
  component: page(() => import('#web/routes/verify-email-page.tsx')),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: listAddressIn,
  // Before the loaders of all parts of the page, which run at once.
  beforeLoad: ({ location }) => keepGuestsOut(location.href),
  loader: ({ context, location }) => loadSession(context.queries, location.href),
  errorComponent: BrokenStart,
  component: SignedIn,
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  loader: ({ context: { queries }, location }) => {
    void loadOverview()
    // A user without a team is being redirected.
    if (queries.getQueryData(teamQuery.queryKey) !== null) loadTab(queries, location)
  },
  component: DashboardPage,
})

const client = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/clients/$id',
  loader: ({ context: { queries }, params, location }) => {
    loadPart(queries, 'clients', params.id, location)
    return loadOne(queries, oneQuery(showClient, params))
  },
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/client-page.tsx')),
})

const site = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/sites/$id',
  loader: ({ context: { queries }, params, location }) => {
    loadPart(queries, 'sites', params.id, location)
    return loadOne(queries, oneQuery(showSite, params))
  },
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/site-page.tsx')),
})

const siteSheet = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/sites/$id/qr-code',
  loader: ({ context: { queries }, params }) => loadOne(queries, oneQuery(showSite, params)),
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/site-sheet-page.tsx')),
})

const visit = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/visits/$id',
  loader: ({ context: { queries }, params, location }) => {
    loadPart(queries, 'visits', params.id, location)
    return loadOne(queries, oneQuery(showVisit, params))
  },
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/visit-page.tsx')),
})

const trash = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/trash',
  component: page(() => import('#web/routes/trash-page.tsx')),
})

const expiring = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/expiring',
  component: page(() => import('#web/routes/expiring-page.tsx')),
})

const shares = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/shares',
  component: page(() => import('#web/routes/shares-page.tsx')),
})

const history = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/history',
  validateSearch: historyFiltersIn,
  component: page(() => import('#web/routes/history-page.tsx')),
})

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/imports',
  component: page(() => import('#web/routes/imports-page.tsx')),
})

const importRun = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard/imports/$run',
  component: page(() => import('#web/routes/import-page.tsx')),
})

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings',
  component: page(() => import('#web/routes/settings-page.tsx')),
})

const createTeam = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/create-team',
  component: page(() => import('#web/routes/create-team-page.tsx')),
})

const teamSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/settings/$teams/$id',
  loader: async ({ context, params: { teams, id } }) => {
    // The word for teams in paths is configurable; the specified one always works (D-18).
    if (teams !== 'teams' && teams !== teamWord()) throw notFound()
    await loadOne(context.queries, oneQuery(showTeam, { id }))
  },
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/team-settings-page.tsx')),
})

const kiosk = createRoute({
  getParentRoute: () => signedIn,
  path: '/spark/kiosk',
  loader: ({ context }) => loadKiosk(context.queries),
  notFoundComponent: NotFoundPage,
  component: page(() => import('#web/routes/kiosk-page.tsx')),
})

const guests = [authorize, home, login, secondStep, forgotten, newPassword, register, verifyEmail, terms]
const routeTree = root.addChildren([
  ...guests,
  signedIn.addChildren([
    dashboard,
    client,
    site,
    siteSheet,
    visit,
    trash,
    expiring,
    shares,
    history,
    imports,
    importRun,
    settings,
    createTeam,
    teamSettings,
    kiosk,
  ]),
])

/** The router, with all pages and their addresses. */
export const buildRouter = (queries: QueryClient) =>
  createRouter({
    routeTree,
    context: { queries },
    defaultPreload: 'intent',
    // The query cache decides how long data stays fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingMs: 200,
    defaultPendingComponent: () => <Waiting label="Loading the page" />,
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
