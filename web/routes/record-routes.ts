import { createRoute } from '@tanstack/react-router'
import { showClient } from '#schemas/resources/clients.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { showVisit } from '#schemas/resources/visits.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { loadPart } from '#web/routes/load-part.ts'
import { loadOne } from '#web/routes/loading.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'
import { page } from '#web/routes/root.ts'
import { signedIn } from '#web/routes/signed-in-route.ts'

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

/** The pages of one client, site or visit. */
export const recordRoutes = [client, site, siteSheet, visit] as const
