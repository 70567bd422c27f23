import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { callApi } from '#web/lib/api.ts'
import { keepTokenFresh } from '#web/lib/keep-token-fresh.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

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
