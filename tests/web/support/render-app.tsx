import '@mantine/core/styles.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { render } from 'vitest-browser-react'

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

/** A store of answers that asks each question once. */
const newQueries = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })

/** Renders what stands in a page of the app, with all that a page is given. */
export const renderApp = (children: ReactNode, queries: QueryClient = newQueries()) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={queries}>
        <RouterContextProvider router={router}>{children}</RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
