import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { expiryRemindersStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { UserId } from '#schemas/ids.ts'
import { chooseExpiryReminders, showExpiryReminders } from '#schemas/resources/expiry-reminders.ts'
import { expiryWindows } from '#schemas/time/expiry.ts'

/** The reminders that a user wants of what expires. They are read from the log, which nobody else has to know them by. */
export const expiryReminderRoutes = (ledger: Ledger): Route[] => {
  const chosen = async (userId: UserId) => {
    const { days, weekly } = await load(ledger, expiryRemindersDecider, expiryRemindersStream(userId))
    return { days: expiryWindows.filter((each) => days.includes(each)), weekly }
  }
  return [
    route(showExpiryReminders, async ({ actor: { userId } }) => resource(await chosen(userId))),

    route(chooseExpiryReminders, async ({ actor: { userId }, body, context }) => {
      const command = { type: 'ChooseExpiryReminders', userId, ...body } as const
      const stream = expiryRemindersStream(userId)
      const { position } = await handle(ledger, expiryRemindersDecider, stream, command, context)
      return resource(await chosen(userId), position)
    }),
  ]
}
