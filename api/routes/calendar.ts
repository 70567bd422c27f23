import { tokenDigest } from '#api/adapters/bearers.ts'
import { newCredentialText } from '#api/adapters/credential-texts.ts'
import { calendarFeedDecider } from '#api/domain/calendar-feed.ts'
import { sameDigest } from '#api/domain/same-digest.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { calendarFeedStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, resource } from '#api/http/answer.ts'
import { isAuthorized } from '#api/http/authorize.ts'
import type { Credential } from '#api/http/credential.ts'
import type { FindCurrent } from '#api/http/freshness-gate.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { type ExpiringEntry, presentCalendar } from '#api/presenters/calendar.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { listsOf } from '#api/services/records/lists.ts'
import { type TeamId, UserId } from '#schemas/ids.ts'
import {
  calendarFeeds,
  endCalendarFeed,
  makeCalendarFeed,
  readCalendarFeed,
  showCalendarFeed,
} from '#schemas/resources/calendar.ts'
import { listDocuments } from '#schemas/resources/documents.ts'
import { listFiles } from '#schemas/resources/files.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Clock, dayOf, plusDays } from '#schemas/time/dates.ts'

/** The days before and after today of which a feed tells, and the most records of a team and a kind. */
const daysBefore = 30
const daysAhead = 365
const most = 1000

/** A secret is the id of its user, a hyphen and a text that only the maker of the feed was told. */
const idLength = 36

type CalendarSetup = {
  ledger: Ledger
  digest: (purpose: string, text: string) => string
  caller: (credential: Credential) => SignedIn | undefined
  verifiedOnly: boolean
  current: FindCurrent
  clock: Clock
  /** APP_URL, with which addresses begin. */
  origin: string
}

/** Calendar feeds: an address at which calendar programs read what expires, with the rights of the moment of whoever made it. */
export const calendarRoutes = (
  { ledger, digest, caller, verifiedOnly, current, clock, origin }: CalendarSetup,
  { records, directory: { teams } }: ReadModels,
): Route[] => {
  const lists = listsOf(records, clock)

  const ownerOf = async (secret: string): Promise<UserId> => {
    const userId = UserId.safeParse(secret.slice(0, idLength)).data
    const known = userId && (await load(ledger, calendarFeedDecider, calendarFeedStream(userId))).digest
    if (!known || !sameDigest(known, tokenDigest(secret))) throw notFound().recordedAs('link_refused')
    return userId
  }

  const entriesOf = async (userId: UserId, teamId: TeamId): Promise<ExpiringEntry[]> => {
    const reader = caller({ userId, teamId, epoch: Number.POSITIVE_INFINITY, token: null })
    if (!reader?.scope || reader.teamId !== teamId) return []
    const day = dayOf(clock)
    const expires = `${plusDays(day, -daysBefore)}..${plusDays(day, daysAhead)}`
    const query = { expires, sort: 'expires_at', limit: most } as const
    const asked = { scope: reader.scope, query }
    const files = isAuthorized(listFiles, reader, verifiedOnly) ? (await lists.page('files', asked)).rows : []
    const documents = isAuthorized(listDocuments, reader, verifiedOnly)
      ? (await lists.page('documents', asked)).rows
      : []
    const dated = [
      ...files.map((row) => ({ ...row, kind: 'files', site: row.site_name }) as const),
      ...documents.map((row) => ({ ...row, kind: 'documents', site: null }) as const),
    ]
    return dated.flatMap(({ kind, id, name, site, expires_at }) =>
      expires_at === null ? [] : [{ kind, id, name, site, expires_at: expires_at as CalendarDate }],
    )
  }

  return [
    route(showCalendarFeed, async ({ actor: { userId } }) => {
      const feed = await load(ledger, calendarFeedDecider, calendarFeedStream(userId))
      return resource({ made: feed.digest !== null })
    }),

    route(makeCalendarFeed, async ({ actor: { userId }, context }) => {
      const secret = `${userId}-${newCredentialText(digest, 'slf_', context.commandId)}`
      const command = { type: 'MakeCalendarFeed', userId, digest: tokenDigest(secret) } as const
      const { position } = await handle(ledger, calendarFeedDecider, calendarFeedStream(userId), command, context)
      return resource({ url: `${origin}${calendarFeeds}${secret}.ics` }, position)
    }),

    route(endCalendarFeed, async ({ actor: { userId }, context }) => {
      const command = { type: 'EndCalendarFeed', userId } as const
      const { position } = await handle(ledger, calendarFeedDecider, calendarFeedStream(userId), command, context)
      return empty(position)
    }),

    route(readCalendarFeed, async ({ params: { secret } }) => {
      const userId = await ownerOf(secret)
      const own = await current(
        () => teams.teamsOf(userId),
        () => [userId],
      )
      if (own === undefined || own.length === 0) throw notFound()
      const entries = (await Promise.all(own.map(({ id }) => entriesOf(userId, id)))).flat()
      const bytes = Buffer.from(presentCalendar(entries, origin))
      const type = 'text/calendar; charset=utf-8'
      return { kind: 'content', bytes, type, disposition: 'inline', name: 'what-expires.ics', tagged: true }
    }),
  ]
}
