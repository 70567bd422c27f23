import '#web/mantine-styles.ts'
import '@fontsource-variable/inter/index.css'
import '#web/theme.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { getDefaultStore } from 'jotai'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { signOut } from '#schemas/resources/sessions.ts'
import { ask } from '#web/lib/api.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { userQuery } from '#web/lib/session.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'
import { buildRouter } from '#web/routes/router.tsx'
import { cssVariables, theme } from '#web/theme.ts'

const queries = createQueryClient(() => leave())
const router = buildRouter(queries)

/** A session that was there and is gone is said to be so by a dialog (ERR2-01); a guest is led by the loaders. */
const leave = () => {
  if (!queries.getQueryData(userQuery.queryKey) || getDefaultStore().get(sessionExpiredAtom)) return
  getDefaultStore().set(sessionExpiredAtom, true)
  // The cookie opens nothing any more; a server that cannot be reached has nothing to forget.
  ask(signOut).catch(() => undefined)
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
