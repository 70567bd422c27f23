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
import { eyesOf, type Seen, type SeenCell } from '#workers/sweeps/expiry/eyes.ts'
import type { Mail, Notice, TextTools } from './message.ts'
import { teamNameOf } from './team-name.ts'

type Reminded = Recorded<EventNamed<'ExpiryReminded'>>
type Line = Seen & { days: number; expires_at: ExpiringRecord['expires_at'] }
type Told = { lines: readonly Line[]; missing: readonly SeenCell[] }

/** The most records that a mail names; it says how many more there are. */
const mostNamed = 25

/** What the person still sees, records the soonest first; null: nothing, or they have left the team. */
const toldOf = async ({ data }: Reminded, { ledger }: TextTools): Promise<Told | null> => {
  const eyes = await eyesOf(ledger, data.teamId, data.userId)
  if (!eyes) return null
  const lines: Line[] = []
  for (const record of data.records) {
    const seen = await eyes.record(record)
    const { expires_at } = record
    if (seen) lines.push({ ...seen, expires_at, days: daysUntil(expires_at, data.on) })
  }
  const missing: SeenCell[] = []
  for (const cell of data.missing) {
    const seen = await eyes.cell(cell)
    if (seen) missing.push(seen)
  }
  if (lines.length + missing.length === 0) return null
  return { lines: lines.toSorted((one, other) => one.days - other.days), missing }
}

const things = (count: number): string => counted(count, 'file or document', 'files and documents')

const overall = ({ lines, missing }: Told): string => {
  const expired = lines.filter(({ days }) => days < 0).length
  const soon = lines.length - expired
  const parts = [
    ...(expired > 0 ? [`${things(expired)} ${expired === 1 ? 'has' : 'have'} expired`] : []),
    ...(soon > 0 ? [`${things(soon)} ${soon === 1 ? 'expires' : 'expire'} soon`] : []),
    ...(missing.length > 0 ? [`${counted(missing.length, 'required file is', 'required files are')} missing`] : []),
  ]
  return parts.join(', ')
}

const fact = ({ name, site, days, expires_at }: Line) => {
  const when = `${days < 0 ? 'Expired' : 'Expires'} on ${showDate(expires_at)} · ${expiryWords(days)}`
  return [name, site === null ? when : `${when}, ${site}`] as const
}

/** The most cells that a mail names of a client. */
const mostCells = 5

/** What each client's sites miss: 'Fire alarms at Depot, Legionella at Yard, and 3 more'. */
const factsOfMissing = (missing: readonly SeenCell[]) =>
  [...Map.groupBy(missing, ({ client }) => client)].map(([client, cells]) => {
    const named = cells.slice(0, mostCells).map(({ category, site }) => `${category} at ${site}`)
    const more = cells.length > mostCells ? [`and ${cells.length - mostCells} more`] : []
    return [`Missing of ${client}`, [...named, ...more].join(', ')] as const
  })

const page = '/dashboard?sort=expires_at#/files'
const seeWhat = ({ lines }: Told): { text: string; at: `/${string}` } =>
  lines.length > 0
    ? { text: 'See what expires', at: page }
    : { text: 'See what is missing', at: '/dashboard#/compliance' }

export const expiryReminded = async (event: Reminded, tools: TextTools): Promise<Mail | null> => {
  const { userId, teamId, weekly } = event.data
  const user = await load(tools.ledger, userDecider, userStream(userId))
  const told = await toldOf(event, tools)
  if (user.status !== 'registered' || user.email === null || !told) return null
  const team = await teamNameOf(tools.ledger, teamId)
  const { chosen } = await load(tools.ledger, expiryRemindersDecider, expiryRemindersStream(userId))
  const more = told.lines.length - mostNamed
  const { text, at } = seeWhat(told)
  return {
    to: user.email,
    subject: `${weekly === null ? '' : 'This week: '}${overall(told)}`,
    paragraphs: [
      `In the team ${team}, ${overall(told)}.`,
      ...(more > 0 ? [`There ${more === 1 ? 'is 1 more' : `are ${more} more`}.`] : []),
      chosen
        ? 'You chose to be reminded in your settings, where you can change it.'
        : 'You are reminded since you own or administer this team, until you choose otherwise in your settings.',
    ],
    facts: [...told.lines.slice(0, mostNamed).map(fact), ...factsOfMissing(told.missing).slice(0, mostNamed)],
    action: { text, path: at },
    off: { text: 'Turn off reminders', path: `${remindersOffPages}${remindersOffToken(tools.digest, userId)}` },
  }
}

export const expiryRemindedNotice = async (event: Reminded, tools: TextTools): Promise<Notice | null> => {
  const told = await toldOf(event, tools)
  if (!told) return null
  const { text, at } = seeWhat(told)
  const team = await teamNameOf(tools.ledger, event.data.teamId)
  return {
    userId: event.data.userId,
    icon: 'calendar',
    body: `In the team ${team}, ${overall(told)}.`,
    action: { text, url: at },
    creatorId: null,
  }
}
