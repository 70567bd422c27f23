import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type TeamRight, teamRights } from '#schemas/policy.ts'
import { type Ability, actions } from '#schemas/rights/abilities.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.doUnmock('react')
  vi.resetModules()
})

/** The modules of a page that was loaded at an address. */
const loadedAt = async (search: string) => {
  vi.resetModules()
  vi.stubGlobal('location', { pathname: '/dashboard', search })
  vi.stubGlobal('document', { querySelector: () => null, documentElement: {} })
  // Drawn once, as a text, a page follows no store.
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useSyncExternalStore: (_follow: unknown, now: () => unknown) => now(),
  }))
  const [session, trash, share] = await Promise.all([
    import('#web/lib/session.ts'),
    import('#web/features/trash/trash-entry.tsx'),
    import('#web/features/shares/share-row.tsx'),
  ])
  return { session, trash, share }
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** What the owner of a team gets to see. */
const draw = (session: typeof import('#web/lib/session.ts'), children: ReactNode) => {
  const queries = new QueryClient()
  const all = { view: true, create: true, update: true, delete: true }
  queries.setQueryData(session.userQuery.queryKey, { id: 'u1', abilities: { sites: all, files: all } } as never)
  queries.setQueryData(session.teamQuery.queryKey, {
    id: 't1',
    users: [{ id: 'u1', role_on_current_team: 'owner' }],
  } as never)
  return renderToString(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
}

const entry = { id: 'e1', resource: 'sites', name: 'Quay House', contents: { sites: 1 }, deleted_by_user: {} }
const times = { deleted_at: '2026-03-01T10:00:00.000Z', expires_at: '2026-03-31T10:00:00.000Z' }
const link = {
  id: 's1',
  openings: 0,
  max_openings: null,
  downloads: 0,
  state: 'open',
  created_by_user: {},
  created_at: times.deleted_at,
  ...times,
}

type Asked = { session: typeof import('#web/lib/session.ts'); what: string }
const May = ({ session, what }: Asked) => (session.useCan()(what as Ability) ? `${what} ` : '')
const Holds = ({ session, what }: Asked) => (session.useHolds(what as TeamRight) ? `${what} ` : '')

/** All that the owner may, and the controls of the two lists whose rows are no records. */
const offered = async (search: string) => {
  const { session, trash, share } = await loadedAt(search)
  const rights = draw(
    session,
    <>
      {actions.map((action) => (
        <May key={action} session={session} what={`sites.${action}`} />
      ))}
      {teamRights.map((right) => (
        <Holds key={right} session={session} what={right} />
      ))}
    </>,
  )
  const rows = draw(
    session,
    <>
      <trash.TrashRow entry={{ ...entry, ...times } as never} selected={false} onSelect={() => {}} />
      <share.ShareRow share={link as never} name="Quay House" />
    </>,
  )
  return {
    rights: rights
      .replace(/<style.*?<\/style>|<[^>]*>/gs, '')
      .trim()
      .split(/\s+/),
    controls: [...rows.matchAll(/<(?:input|button)\b/g)].length,
  }
}

test('at a moment the owner may view and save, and nothing else', async () => {
  expect(await offered('')).toEqual({
    rights: [...actions.map((action) => `sites.${action}`), ...teamRights],
    controls: 3,
  })
  expect(await offered('?as_of=2026-03-31')).toEqual({ rights: ['sites.view', 'history.view', 'export'], controls: 0 })
})
