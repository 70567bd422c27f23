import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { render } from 'vitest-browser-react'
import type { listAddressIn } from '#web/lib/list-address.ts'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** A store of answers that asks each question once. */
const newQueries = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })

/** Renders what stands in a page of the app, with all that a page is given. */
export const renderApp = (children: ReactNode, queries: QueryClient = newQueries()) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>
          <Suspense>{children}</Suspense>
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

/** Renders what stands at an address, whose query is read as by `validateSearch`; `at` says where the browser is. */
export const renderAt = async (
  address: string,
  children: ReactNode,
  validateSearch?: typeof listAddressIn,
  queries?: QueryClient,
) => {
  const root = createRootRoute()
  const { pathname: path } = new URL(address, 'http://app.test')
  const search = validateSearch ? { validateSearch } : {}
  const page = createRoute({ getParentRoute: () => root, path, component: () => children, ...search })
  const history = createMemoryHistory({ initialEntries: [address] })
  const own = createRouter({ routeTree: root.addChildren([page]), history })
  const screen = await renderApp(<RouterProvider router={own as never} />, queries)
  return { screen, at: () => own.state.location.href }
}
