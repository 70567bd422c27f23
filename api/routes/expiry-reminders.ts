import { remindersOffOf } from '#api/adapters/one-time-codes.ts'
import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { expiryRemindersStream, userStream } from '#api/event-store/streams.ts'
import { resource } from '#api/http/answer.ts'
import { linkPage, remindersOffPage } from '#api/http/link-pages.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { TeamQueries } from '#projections/directory/teams.ts'
import type { UserId } from '#schemas/ids.ts'
import {
  askRemindersOff,
  chooseExpiryReminders,
  showExpiryReminders,
  turnRemindersOff,
} from '#schemas/resources/expiry-reminders.ts'
import { remindedRoles } from '#schemas/rights/abilities.ts'
import { expiryWindows } from '#schemas/time/expiry.ts'

type Digest = (purpose: string, text: string) => string

/** The reminders that a user wants of what expires. They are read from the log, which nobody else has to know them by. */
export const expiryReminderRoutes = (
  ledger: Ledger,
  digest: Digest,
  teams: Pick<TeamQueries, 'teamsOf' | 'membership'>,
): Route[] => {
  const runsOne = (userId: UserId): boolean =>
    teams.teamsOf(userId).some(({ id }) => {
      const role = teams.membership(userId, id)?.role
      return role !== undefined && remindedRoles.includes(role)
    })

  const remindersOf = async (userId: UserId) => {
    const { chosen, days, weekly, missing } = await load(ledger, expiryRemindersDecider, expiryRemindersStream(userId))
    if (!chosen && !runsOne(userId)) return { days: [], weekly: false, missing: false, chosen }
    return { days: expiryWindows.filter((each) => days.includes(each)), weekly, missing, chosen }
  }

  const personOf = async (token: string): Promise<UserId> => {
    const userId = remindersOffOf(digest, token)
    const user = userId && (await load(ledger, userDecider, userStream(userId)))
    if (user?.status !== 'registered') throw notFound().recordedAs('link_refused')
    return user.userId
  }

  return [
    route(showExpiryReminders, async ({ actor: { userId } }) => resource(await remindersOf(userId))),

    route(chooseExpiryReminders, async ({ actor: { userId }, body, context }) => {
      const { days, weekly, chosen } = body
      if (!chosen) return resource(await remindersOf(userId))
      const { missing = (await remindersOf(userId)).missing } = body
      const command = { type: 'ChooseExpiryReminders', userId, days, weekly, missing } as const
      const stream = expiryRemindersStream(userId)
      const { position } = await handle(ledger, expiryRemindersDecider, stream, command, context)
      return resource(await remindersOf(userId), position)
    }),

    // A program that follows the links of a mail turns nothing off.
    route(askRemindersOff, async ({ params: { token } }) => {
      await personOf(token)
      return linkPage(remindersOffPage(false))
    }),

    route(turnRemindersOff, async ({ params: { token }, context }) => {
      const userId = await personOf(token)
      const command = { type: 'ChooseExpiryReminders', userId, days: [], weekly: false, missing: false } as const
      const byMail = { ...context, actor: userId, impersonator: null, teamId: null }
      const stream = expiryRemindersStream(userId)
      const { position } = await handle(ledger, expiryRemindersDecider, stream, command, byMail)
      return linkPage(remindersOffPage(true), position)
    }),
  ]
}
