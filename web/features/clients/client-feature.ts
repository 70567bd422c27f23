import type { Client } from '#schemas/resources/clients.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit and Delete of a client, for users with the abilities. */
export const clientFeature: RecordFeature<Client> = {
  kind: 'clients',
  labels: ['Edit', 'Delete'],
  dialogs: lazyDialogs(() => import('#web/features/clients/client-dialogs.tsx')),
}
