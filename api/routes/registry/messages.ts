import type { Ledger } from '#api/event-store/ledger.ts'
import { type Route, reading } from '#api/http/route.ts'
import type { CatchUp } from '#api/imports/catching-up.ts'
import type { liveHub } from '#api/routes/live.ts'
import { liveRoutes } from '#api/routes/live.ts'
import {
  announcementRoutes,
  expiryReminderRoutes,
  interestRoutes,
  notificationRoutes,
  supportRoutes,
} from '#api/routes/messages.ts'
import type { Secrets } from '#api/services/accounts/register-account.ts'
import type { ReadModels } from '#api/services/read-models.ts'

/** The dependencies of live updates besides lists. */
const forLiveUpdates = ['changes']

type MessagesSetup = {
  ledger: Ledger
  readModels: ReadModels
  digest: Secrets['digest']
  listsWith: CatchUp['listsWith']
  live: Pick<ReturnType<typeof liveHub>, 'follow' | 'whenEnded'>
}

/** Routes of what people are told, and of what they tell us. */
export const messagesArea = ({ ledger, readModels, digest, listsWith, live }: MessagesSetup): Route[] => [
  ...notificationRoutes(ledger, readModels),
  ...expiryReminderRoutes(ledger),
  ...announcementRoutes(ledger, readModels.announcements),
  ...supportRoutes(ledger),
  ...interestRoutes(ledger, digest),
  ...reading(
    forLiveUpdates,
    liveRoutes(readModels, live, {
      notifiedUpTo: listsWith(forLiveUpdates).position,
      isOfAnotherLog: (position) =>
        ledger.idAt(position).then(
          (id) => id === null,
          () => false,
        ),
    }),
  ),
]
