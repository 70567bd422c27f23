import { type Route, reading } from '#api/http/route.ts'
import { announcementRoutes } from '#api/routes/announcements.ts'
import { expiryReminderRoutes } from '#api/routes/expiry-reminders.ts'
import { interestRoutes } from '#api/routes/interest.ts'
import { liveRoutes } from '#api/routes/live.ts'
import { notificationRoutes } from '#api/routes/notifications.ts'
import { supportRoutes } from '#api/routes/support.ts'
import type { RouteSetup } from './setup.ts'

/** The dependencies of live updates besides lists. */
const forLiveUpdates = ['changes']

/** Routes of what people are told, and of what they tell us. */
export const messagesArea = ({ ledger, readModels, secrets, catchUp, live }: RouteSetup): Route[] => [
  ...notificationRoutes(ledger, readModels),
  ...expiryReminderRoutes(ledger),
  ...announcementRoutes(ledger, readModels.announcements),
  ...supportRoutes(ledger),
  ...interestRoutes(ledger, secrets.digest),
  ...reading(
    forLiveUpdates,
    liveRoutes(readModels, live, {
      notifiedUpTo: catchUp.listsWith(forLiveUpdates).position,
      isOfAnotherLog: (position) =>
        ledger.idAt(position).then(
          (id) => id === null,
          () => false,
        ),
    }),
  ),
]
