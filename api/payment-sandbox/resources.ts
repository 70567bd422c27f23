import type { Includable } from './expand.ts'
import { testClockRoutes } from './resources/test-clocks.ts'
import type { Route } from './routes.ts'

/** Every call that the sandbox answers. */
export const routes: readonly Route[] = [...testClockRoutes]

/** Fields that are in an answer where `expand` names them, and not otherwise. */
export const includable: Includable = {}
