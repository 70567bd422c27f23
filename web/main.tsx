import '#web/mantine-styles.ts'
import '@fontsource-variable/inter/index.css'
import '#web/theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from '#web/lib/query-client.ts'
import { userQuery } from '#web/lib/session.ts'
import { buildRouter } from '#web/routes/router.tsx'
import { cssVariables, theme } from '#web/theme.ts'

const queries = createQueryClient(() => void leave())
const router = buildRouter(queries)

/** A session that was there and is gone leads to the sign-in page, which says so; a guest is led by the loaders. */
const leave = async () => {
  if (!queries.getQueryData(userQuery.queryKey) || router.state.location.pathname === '/login') return
  await router.navigate({ to: '/login', search: { expired: true, back: router.state.location.href } })
  queries.clear()
}

const place = document.getElementById('app')
if (!place) throw new Error('index.html has no place for the app')

createRoot(place).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      colorSchemeManager={localStorageColorSchemeManager({ key: 'siteledger:colour-scheme' })}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
