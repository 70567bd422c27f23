import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { signOut } from '#schemas/resources/sessions.ts'
import { announce } from '#web/lib/announce.ts'
import { ask } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-problem.ts'

/** Signs out and goes to the sign-in page. */
export const useSignOut = () => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => ask(signOut),
    onSuccess: () => navigate({ to: '/login' }),
    onError: (error) => announce(messageOf(error), 'failure'),
  })
}
