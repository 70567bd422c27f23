import '#web/mantine-styles.ts'
import '@fontsource-variable/inter/index.css'
import '#web/theme.css'
import '#web/start.css'
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { watchAttendance } from '#web/lib/attendance.ts'
import { whenOnline } from '#web/lib/connection.ts'
import { whenSessionIsOver } from '#web/lib/session-over.ts'
import { buildRouter } from '#web/routes/router.tsx'
import { cssVariables, theme } from '#web/theme.ts'

/** The part of the Trusted Types API that is used here; not every browser has it. */
type Rules = { createHTML: (html: string) => string; createScriptURL: (url: string) => string }
type TrustedTypes = { createPolicy: (name: string, rules: Rules) => unknown }

/** Accepts text that is no markup, such as the style sheets that Mantine injects. Throws TypeError for anything else. */
const createHTML = (html: string): string => {
  if (html.includes('<')) throw new TypeError('Markup is not inserted as text.')
  return html
}

/** Accepts the script that Stripe's form for cards is, where the content security policy lets it run. Throws TypeError for any other. */
const createScriptURL = (url: string): string => {
  if (!url.startsWith('https://js.stripe.com/')) throw new TypeError('Scripts of others are not inserted.')
  return url
}

/** The content security policy lets no text become markup or the address of a script except through this policy. */
const limitInsertions = (): void => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createHTML, createScriptURL })
}

const retries = 2

/** Whether a retry may help: no response arrived, or the server failed. A refusal is final. */
const mayPass = (error: Error): boolean => !(error instanceof ApiProblem) || error.status === 0 || error.status >= 500

/**
 * The query cache. `onSignedOut` runs when any call answers 401, `onUnpaid` when one answers 402. When no response
 * arrives, the connection is probed.
 */
const createQueryClient = (onSignedOut: () => void, onUnpaid: () => void): QueryClient => {
  const onError = (error: Error) => {
    if (!(error instanceof ApiProblem)) return
    if (error.status === 401) onSignedOut()
    if (error.status === 402) onUnpaid()
    if (error.status === 0) void whenOnline()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // The live stream announces changes, so cached data stays fresh for a while.
      queries: { staleTime: 60_000, retry: (failed, error) => failed < retries && mayPass(error) },
    },
  })
}

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
