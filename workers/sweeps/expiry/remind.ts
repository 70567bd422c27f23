import { v5 as deriveUuid } from 'uuid'
import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { contextOfStep } from '#api/event-store/step-context.ts'
import { expiryRemindersStream } from '#api/event-store/streams.ts'
import { type ExpiryReminderQueries, mostReminded, type Reader } from '#projections/sweeps/expiry-reminders.ts'
import type { ExpiringRecord } from '#schemas/events/expiry-reminder.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { mondayOf, startOfDay, today } from '#schemas/time/dates.ts'
import { forEachInOrder } from '#workers/sweeps/sweeps.ts'
import { eyesOf } from './eyes.ts'
import type { FindMissing } from './missing.ts'

export type ExpiryTools = {
  ledger: Ledger
  reminders: ExpiryReminderQueries
  missing: FindMissing
  timeZone: string
}

/** Milliseconds after midnight, where the installation is, before which nobody is reminded: seven o'clock. */
const morning = 7 * 60 * 60 * 1000

const remind = async ({ ledger, reminders, missing }: ExpiryTools, reader: Reader, on: CalendarDate, now: Date) => {
  const { userId, teamId } = reader
  const due = reminders.due(reader, on)
  const digest = reader.weekly ? reminders.digest(reader, on) : []
  const isMissing = reader.weekly && reader.missing && missing(wholeTeam(teamId), on, 1).length > 0
  if (due.length + digest.length === 0 && !isMissing) return
  const eyes = await eyesOf(readingOnce(ledger), teamId, userId)
  if (!eyes) return
  const seen = async (records: readonly ExpiringRecord[]) => {
    const found: ExpiringRecord[] = []
    for (const record of records) if (await eyes.record(record)) found.push(record)
    return found
  }
  const records = {
    records: await seen(due),
    digest: await seen(digest),
    missing: isMissing && eyes.scope ? missing(eyes.scope, on, mostReminded) : [],
  }
  const command = { type: 'RemindOfExpiry', userId, teamId, on, monday: mondayOf(on), ...records } as const
  // The same id for a person, a team and a day, whichever process it is.
  const about = deriveUuid(`${teamId}/${on}`, userId)
  const context = contextOfStep({ worker: 'expiry-reminders', teamId, about, causationId: null }, 'remind', now)
  await handle(ledger, expiryRemindersDecider, expiryRemindersStream(userId), command, context)
}

/**
 * Records once a day, from seven in the morning, who is to be reminded of what expires; the messages follow from that.
 * Running twice, or in two processes, is safe: the stream of a person knows what they were told.
 */
export const openExpiryReminding = (tools: ExpiryTools): ((now: Date) => Promise<void>) => {
  let day: CalendarDate | undefined
  let asked = new Set<string>()
  return async (now) => {
    const on = today(now, tools.timeZone)
    if (now.getTime() < Date.parse(startOfDay(on, tools.timeZone)) + morning) return
    if (day !== on) asked = new Set()
    day = on
    await forEachInOrder(tools.reminders.readers(on), async (reader) => {
      const key = Object.values(reader).join()
      if (asked.has(key)) return
      await remind(tools, reader, on, now)
      asked.add(key)
    })
  }
}
