import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { NoSuchPage } from '#web/routes/not-found-page.tsx'

type Context = { queries: QueryClient }

/** The root of all pages. */
export const root = createRootRouteWithContext<Context>()({ notFoundComponent: NoSuchPage })

/** A lazy page, which loads when its address opens or the pointer comes near a link to it. */
export const page = (load: () => Promise<{ default: ComponentType }>) =>
  lazyRouteComponent(retryingImport(load, 'orFail'))
