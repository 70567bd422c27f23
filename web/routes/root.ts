import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  lazyRouteComponent,
  type SearchMiddleware,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { addressAt, hasPast, shownMoment } from '#web/lib/moment.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { NoSuchPage } from '#web/routes/not-found-page.tsx'

type Context = { queries: QueryClient }

/** The links of a page that shows a moment lead to that moment. */
const keepMoment: SearchMiddleware<object> = ({ search, next }) => {
  const moment = shownMoment()
  return moment === null ? next(search) : { ...next(search), as_of: moment }
}

/** The root of all pages. Those that have no past are loaded anew, as they are now. */
export const root = createRootRouteWithContext<Context>()({
  notFoundComponent: NoSuchPage,
  search: { middlewares: [keepMoment] },
  beforeLoad: ({ location, preload }) => {
    if (shownMoment() === null || hasPast(location.pathname) || preload) return undefined
    window.location.assign(addressAt(null, location.href))
    // Nothing is shown until the browser has left.
    return new Promise<never>(() => {})
  },
})

/** Imports the component of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>

/** A lazy page, which loads when its address opens or the pointer comes near a link to it. */
export const page = (load: LoadPage) => lazyRouteComponent(retryingImport(load, 'orFail'))

/** A page that needs neither an account nor data. */
export const guestPage = <const Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: page(load) })
