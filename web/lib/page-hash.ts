import { useMatch, useRouterState } from '@tanstack/react-router'

/**
 * The hash of the page that asks. The address is already the next page's while that one loads, and until it is there
 * this one must not look as if it had no hash: its first tab would show, and take what is typed.
 */
export const usePageHash = (): string => {
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === own ? location.hash : (resolvedLocation ?? location).hash,
  })
}
