import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

const start = '/dashboard'

/** The page to go to: where one came from, unless the server wants something else first. Only pages of our own. */
export const destination = (redirect: string, back: string | undefined): string =>
  redirect === start && back && /^\/(?![/\\])/.test(back) ? back : redirect

/** Goes on after signing in, with nothing left of whoever was signed in before. */
export const useEnter = () => {
  const queries = useQueryClient()
  const router = useRouter()
  return (redirect: string, back?: string) => {
    queries.clear()
    router.history.push(destination(redirect, back))
  }
}
