import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { callApi } from '#web/lib/api.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/** Milliseconds between two refreshes of the session's API token. */
const refreshEvery = 240_000
/** Milliseconds between two checks of its age, and the age past which a check refreshes. */
const checkEvery = 5_000
const oldAfter = 5 * 60_000

/**
 * Refreshes the session's API token every 4 minutes. Timers stop while a machine sleeps, so a check every 5 seconds
 * also refreshes it once 5 minutes have passed. Returns a function that stops both.
 */
export const keepTokenFresh = (refresh: () => void): (() => void) => {
  let refreshedAt = Date.now()
  const again = () => {
    refreshedAt = Date.now()
    refresh()
  }
  const refreshing = setInterval(again, refreshEvery)
  const checking = setInterval(() => {
    if (Date.now() - refreshedAt >= oldAfter) again()
  }, checkEvery)
  return () => {
    clearInterval(refreshing)
    clearInterval(checking)
  }
}

const SessionExpiredDialog = lazy(retryingImport(() => import('#web/features/account/session-expired-dialog.tsx')))

/** Keeps the session alive while a page is open, and shows a dialog when it ends nevertheless. */
export const SessionKeeper = () => {
  const [expired, setExpired] = useAtom(sessionExpiredAtom)
  const queries = useQueryClient()
  const router = useRouter()
  const { mutate: refresh } = useMutation({ mutationFn: () => callApi(refreshToken) })

  useEffect(() => (expired ? undefined : keepTokenFresh(() => refresh())), [expired, refresh])

  const signIn = async () => {
    await router.navigate({ to: '/login', search: { back: router.state.location.href } })
    queries.clear()
    setExpired(false)
  }
  if (!expired) return null
  return (
    <Suspense>
      <SessionExpiredDialog onSignIn={() => void signIn()} />
    </Suspense>
  )
}
