import type { Site } from '#schemas/resources/sites.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit Site and Delete Site, for users with the abilities. */
export const siteFeature: RecordFeature<Site> = {
  kind: 'sites',
  labels: ['Edit Site', 'Delete Site'],
  dialogs: lazyDialogs(() => import('#web/features/sites/site-dialogs.tsx')),
}
