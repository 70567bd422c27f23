import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { lazy, Suspense, useEffect } from 'react'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { ask } from '#web/lib/api.ts'
import { keepTokenFresh } from '#web/lib/keep-token-fresh.ts'
import { patient } from '#web/lib/patient.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

const SessionExpiredDialog = lazy(patient(() => import('#web/features/account/session-expired-dialog.tsx')))

/** Keeps the session alive while a page is open, and says so when it is over all the same. */
export const SessionKeeper = () => {
  const [expired, setExpired] = useAtom(sessionExpiredAtom)
  const queries = useQueryClient()
  const router = useRouter()
  const { mutate: refresh } = useMutation({ mutationFn: () => ask(refreshToken) })

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
