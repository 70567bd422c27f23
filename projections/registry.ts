import { billing } from './billing/billing.ts'
import { changes } from './changes/changes.ts'
import { directory } from './directory/directory.ts'
import type { Projection } from './engine/projection.ts'
import { facilities } from './facilities/facilities.ts'
import { history } from './history/history.ts'
import { imports } from './imports/imports.ts'
import { announcements } from './lists/announcements.ts'
import { inbox } from './lists/inbox.ts'
import { packs } from './lists/packs.ts'
import { personalTraces } from './lists/personal-traces.ts'
import { metricsProjection } from './metrics/metrics.ts'
import { oauth } from './oauth/oauth.ts'
import { past } from './past/past.ts'
import { search } from './search/search.ts'
import { traffic } from './traffic/traffic.ts'
import { views } from './views/views.ts'

/**
 * The read models of the API process, in two groups that advance independently. Lists, rights and the answers of
 * commands are read from `lists`, so every command waits for it. `others` are read by few routes, which wait for them
 * themselves (D-05).
 */
export const projectionGroups = {
  lists: [announcements, billing, directory, facilities, inbox, oauth, packs, personalTraces, views],
  others: [changes, history, imports, metricsProjection, past, search, traffic],
} as const satisfies Record<string, readonly Projection[]>

export type ProjectionGroup = keyof typeof projectionGroups

/** Every read model of the API process; the workers also read them, next to their own. */
export const projections: readonly Projection[] = Object.values(projectionGroups).flat()

/** The names of those that a process is ready with: the past is waited for by those alone who ask for it (D-121). */
export const readyModels: readonly string[] = projections.filter((each) => each !== past).map(({ name }) => name)

/** The names of the read models that every command waits for. */
export const listModels: readonly string[] = projectionGroups.lists.map(({ name }) => name)
