import type { ExpiringRecord, ExpiryReminderEvent, MissingCell } from '#schemas/events/expiry-reminder.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { unchosenReminders } from '#schemas/time/expiry.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'

/** The reminders that a person wants, and those that they got. */
export type ExpiryReminders = {
  /** Whether they have chosen; until then what is here holds in the teams that they run. */
  chosen: boolean
  days: readonly number[]
  weekly: boolean
  /** Whether a digest tells what is missing, too. */
  missing: boolean
  /** Each record with its expiry date, by the fewest days ahead at which the person was told. */
  told: ReadonlyMap<string, number>
  /** The Mondays of the digests that were sent, with their teams. */
  weeks: ReadonlySet<string>
}

export type ExpiryReminderCommand = { userId: UserId } & (
  | { type: 'ChooseExpiryReminders'; days: readonly number[]; weekly: boolean; missing: boolean }
  /** `records` are what is due and may be seen by the person; `digest` and `missing` what a weekly digest would hold. */
  | {
      type: 'RemindOfExpiry'
      teamId: TeamId
      on: CalendarDate
      monday: CalendarDate
      records: readonly ExpiringRecord[]
      digest: readonly ExpiringRecord[]
      missing: readonly MissingCell[]
    }
)

const initialState: ExpiryReminders = { chosen: false, ...unchosenReminders, told: new Map(), weeks: new Set() }

/** A record with another expiry date is told of again. */
const keyOf = ({ id, expires_at }: ExpiringRecord): string => `${id}/${expires_at}`
const weekOf = (teamId: TeamId, monday: CalendarDate): string => `${teamId}/${monday}`

const evolve = evolveBy<ExpiryReminders, ExpiryReminderEvent>({
  ExpiryRemindersChosen: (reminders, { days, weekly, missing }) => ({
    ...reminders,
    chosen: true,
    days,
    weekly,
    missing,
  }),
  ExpiryReminded: (reminders, { records, teamId, weekly }) => {
    const told = new Map(reminders.told)
    for (const record of records) if (record.within !== null) told.set(keyOf(record), record.within)
    const weeks = weekly === null ? reminders.weeks : new Set(reminders.weeks).add(weekOf(teamId, weekly))
    return { ...reminders, told, weeks }
  },
})

const decide = decideBy<ExpiryReminders, ExpiryReminderCommand, ExpiryReminderEvent>({
  ChooseExpiryReminders: (reminders, command) => {
    const { userId, weekly, missing } = command
    const days = [...new Set(command.days)].toSorted((one, other) => other - one)
    const isSame =
      reminders.chosen &&
      weekly === reminders.weekly &&
      missing === reminders.missing &&
      days.join() === reminders.days.join()
    return isSame ? [] : [{ type: 'ExpiryRemindersChosen', data: { userId, days, weekly, missing } }]
  },
  /** Reminders that were sent, or are no longer wanted, are left out; a digest includes those of the same day. */
  RemindOfExpiry: (reminders, command) => {
    const { userId, teamId, on, monday, digest } = command
    const news = command.records.filter(
      (record) =>
        record.within !== null &&
        reminders.days.includes(record.within) &&
        (reminders.told.get(keyOf(record)) ?? Number.POSITIVE_INFINITY) > record.within,
    )
    const wanted = reminders.missing ? command.missing : []
    const isNews = digest.length + wanted.length > 0 && !reminders.weeks.has(weekOf(teamId, monday))
    const isWeekly = reminders.weekly && isNews
    const told = new Set(news.map(keyOf))
    const records = isWeekly ? [...news, ...digest.filter((record) => !told.has(keyOf(record)))] : news
    const missing = isWeekly ? [...wanted] : []
    if (records.length + missing.length === 0) return []
    const weekly = isWeekly ? monday : null
    return [{ type: 'ExpiryReminded', data: { userId, teamId, on, weekly, records, missing } }]
  },
})

export const expiryRemindersDecider: Decider<ExpiryReminders, ExpiryReminderCommand, ExpiryReminderEvent> = {
  initialState,
  evolve,
  decide,
}
