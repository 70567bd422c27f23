import { createRoute } from '@tanstack/react-router'
import { listAddressIn } from '#web/lib/list-address.ts'
import { BrokenStart } from '#web/routes/broken-page.tsx'
import { keepGuestsOut, loadSession } from '#web/routes/loading.ts'
import { type LoadPage, page, root } from '#web/routes/root.ts'
import { SignedIn } from '#web/routes/signed-in.tsx'

/** The frame of all pages of a signed-in user. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  validateSearch: listAddressIn,
  // Before the loaders of all parts of the page, which run at once.
  beforeLoad: ({ location }) => keepGuestsOut(location.href),
  loader: ({ context, location }) => loadSession(context.queries, location.href),
  errorComponent: BrokenStart,
  component: SignedIn,
})

/** A page of somebody who is signed in, which loads its data itself. */
export const signedInPage = <const Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => signedIn, path, component: page(load) })
