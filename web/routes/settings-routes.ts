import { createRoute, notFound } from '@tanstack/react-router'
import { showTeam } from '#schemas/resources/teams.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { teamWord } from '#web/lib/settings.ts'
import { loadKiosk, loadOne } from '#web/routes/loading.ts'
import { NotFoundPage } from '#web/routes/not-found-page.tsx'
import { page } from '#web/routes/root.ts'
import { signedIn, signedInPage } from '#web/routes/signed-in-route.ts'

const settings = signedInPage('/settings', () => import('#web/routes/settings-page.tsx'))
const createTeam = signedInPage('/settings/create-team', () => import('#web/routes/create-team-page.tsx'))

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

/** The settings of a person and of a team, and the kiosk of operators. */
export const settingsRoutes = [settings, createTeam, teamSettings, kiosk] as const
