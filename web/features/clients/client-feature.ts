import type { Client } from '#schemas/resources/clients.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit and Delete of a client, for users with the abilities (CLNT-15 to CLNT-17, ABIL-02, ABIL-03). */
export const clientFeature: RecordFeature<Client> = {
  kind: 'clients',
  labels: ['Edit', 'Delete'],
  dialogs: lazyDialogs(() => import('#web/features/clients/client-dialogs.tsx')),
}
