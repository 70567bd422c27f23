import { remindersOffToken } from '#api/adapters/one-time-codes.ts'
import { expiryRemindersDecider } from '#api/domain/expiry-reminders.ts'
import { userDecider } from '#api/domain/user.ts'
import { load } from '#api/event-store/handle-command.ts'
import { expiryRemindersStream, userStream } from '#api/event-store/streams.ts'
import type { Recorded } from '#schemas/event.ts'
import type { ExpiringRecord } from '#schemas/events/expiry-reminder.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { remindersOffPages } from '#schemas/resources/expiry-reminders.ts'
import { counted } from '#schemas/text/counted.ts'
import { showDate } from '#schemas/time/dates.ts'
import { daysUntil, expiryWords } from '#schemas/time/expiry.ts'
import { eyesOf, type Seen } from '#workers/sweeps/expiry/eyes.ts'
import type { Mail, Notice, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

type Reminded = Recorded<EventNamed<'ExpiryReminded'>>
type Line = Seen & { days: number; expires_at: ExpiringRecord['expires_at'] }

/** The most records that a mail names; it says how many more there are. */
const mostNamed = 25

/** The records that the person still sees, the soonest first; empty for somebody who has left the team. */
const linesOf = async ({ data }: Reminded, { ledger }: TextTools): Promise<Line[]> => {
  const sees = await eyesOf(ledger, data.teamId, data.userId)
  const lines: Line[] = []
  for (const record of sees ? data.records : []) {
    const seen = await sees?.(record)
    const { expires_at } = record
    if (seen) lines.push({ ...seen, expires_at, days: daysUntil(expires_at, data.on) })
  }
  return lines.toSorted((one, other) => one.days - other.days)
}

const things = (count: number): string => counted(count, 'file or document', 'files and documents')

const overall = (lines: readonly Line[]): string => {
  const expired = lines.filter(({ days }) => days < 0).length
  const soon = lines.length - expired
  const parts = [
    ...(expired > 0 ? [`${things(expired)} ${expired === 1 ? 'has' : 'have'} expired`] : []),
    ...(soon > 0 ? [`${things(soon)} ${soon === 1 ? 'expires' : 'expire'} soon`] : []),
  ]
  return parts.join(', ')
}

const fact = ({ name, site, days, expires_at }: Line) => {
  const when = `${days < 0 ? 'Expired' : 'Expires'} on ${showDate(expires_at)} · ${expiryWords(days)}`
  return [name, site === null ? when : `${when}, ${site}`] as const
}

const page = '/dashboard?sort=expires_at#/files'

export const expiryReminded = async (event: Reminded, tools: TextTools): Promise<Mail | null> => {
  const { userId, teamId, weekly } = event.data
  const user = await load(tools.ledger, userDecider, userStream(userId))
  const lines = await linesOf(event, tools)
  if (user.status !== 'registered' || user.email === null || lines.length === 0) return null
  const team = await teamNameOf(tools.ledger, teamId)
  const { chosen } = await load(tools.ledger, expiryRemindersDecider, expiryRemindersStream(userId))
  const more = lines.length - mostNamed
  return {
    to: user.email,
    subject: `${weekly === null ? '' : 'This week: '}${overall(lines)}`,
    paragraphs: [
      `In the team ${team}, ${overall(lines)}.`,
      ...(more > 0 ? [`There ${more === 1 ? 'is 1 more' : `are ${more} more`}.`] : []),
      chosen
        ? 'You chose to be reminded in your settings, where you can change it.'
        : 'You are reminded since you own or administer this team, until you choose otherwise in your settings.',
    ],
    facts: lines.slice(0, mostNamed).map(fact),
    action: { text: 'See what expires', path: page },
    off: { text: 'Turn off reminders', path: `${remindersOffPages}${remindersOffToken(tools.digest, userId)}` },
  }
}

export const expiryRemindedNotice = async (event: Reminded, tools: TextTools): Promise<Notice | null> => {
  const lines = await linesOf(event, tools)
  if (lines.length === 0) return null
  const team = await teamNameOf(tools.ledger, event.data.teamId)
  return {
    userId: event.data.userId,
    icon: 'calendar',
    body: `In the team ${team}, ${overall(lines)}.`,
    action: { text: 'See what expires', url: page },
    creatorId: null,
  }
}
