import type { Visit } from '#schemas/resources/visits.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit Visit and Delete Visit, for users with the abilities. */
export const visitFeature: RecordFeature<Visit> = {
  kind: 'visits',
  labels: ['Edit Visit', 'Delete Visit'],
  dialogs: lazyDialogs(() => import('#web/features/visits/visit-dialogs.tsx')),
}
