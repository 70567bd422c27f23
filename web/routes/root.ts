import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { NoSuchPage } from '#web/routes/not-found-page.tsx'

type Context = { queries: QueryClient }

/** The root of all pages. */
export const root = createRootRouteWithContext<Context>()({ notFoundComponent: NoSuchPage })

/** Imports the component of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>

/** A lazy page, which loads when its address opens or the pointer comes near a link to it. */
export const page = (load: LoadPage) => lazyRouteComponent(retryingImport(load, 'orFail'))

/** A page that needs neither an account nor data. */
export const guestPage = <const Path extends string>(path: Path, load: LoadPage) =>
  createRoute({ getParentRoute: () => root, path, component: page(load) })
