import { useMatch, useRouterState } from '@tanstack/react-router'

/**
 * The hash of the calling page. While the next page loads, the address is already the next one's; without this the
 * present page would seem to have no hash, show its first tab, and receive what the user types.
 */
export const usePageHash = (): string => {
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname })
  return useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === own ? location.hash : (resolvedLocation ?? location).hash,
  })
}
