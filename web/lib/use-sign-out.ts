import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '#schemas/resources/sessions.ts'
import { announceFailure } from '#web/lib/announce.ts'
import { callApi } from '#web/lib/api.ts'
import { forgetUploads } from '#web/lib/kept-uploads.ts'
import { forgetOpened } from '#web/lib/opened.ts'
import { signingOut } from '#web/lib/signing-out.ts'

/** Signs out and goes to the sign-in page. */
export const useSignOut = () => {
  const navigate = useNavigate()
  return useMutation({
    ...signingOut,
    mutationFn: () => callApi(signOut),
    onSuccess: async () => {
      forgetOpened()
      await forgetUploads()
      return navigate({ to: '/login' })
    },
    onError: announceFailure,
  })
}
