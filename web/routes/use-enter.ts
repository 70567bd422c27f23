import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { endGuest } from '#web/lib/settings.ts'

const start = '/dashboard'

/** The page after sign-in: where the user came from, unless the server names another one. Only paths of this origin. */
export const destination = (redirect: string, back: string | undefined): string =>
  redirect === start && back && /^\/(?![/\\])/.test(back) ? back : redirect

/** Pages that the server answers itself, with other rules than the web app has for its own. */
const isAnsweredByServer = (page: string): boolean => page.startsWith('/oauth/')

/** Completes sign-in: discards the cached data of any previous user, and opens the next page. */
export const useEnter = () => {
  const queries = useQueryClient()
  const router = useRouter()
  return (redirect: string, back?: string) => {
    queries.clear()
    endGuest()
    const page = destination(redirect, back)
    if (isAnsweredByServer(page)) location.assign(page)
    else router.history.push(page)
  }
}
