import '#web/mantine-styles.ts'
import '@fontsource-variable/inter/index.css'
import '#web/theme.css'
import '#web/start.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchAttendance } from '#web/lib/attendance.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { whenSessionIsOver } from '#web/lib/session-over.ts'
import { limitInsertions } from '#web/lib/trusted-types.ts'
import { buildRouter } from '#web/routes/router.tsx'
import { cssVariables, theme } from '#web/theme.ts'

limitInsertions()
watchAttendance(window)

const queries = createQueryClient(
  () => void leave(),
  () => subscribe(),
)
const router = buildRouter(queries)

const leave = whenSessionIsOver(queries)

/** The team may do nothing until somebody pays: to where a plan is chosen. */
const subscribe = () => void router.navigate({ to: '/settings', hash: '/subscription' })

const root = document.getElementById('app')
if (!root) throw new Error('index.html has no place for the app')

createRoot(root).render(
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
