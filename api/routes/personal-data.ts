import type { LastUses } from '#api/adapters/last-uses.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  billingStream,
  calendarFeedStream,
  expiryRemindersStream,
  inboxStream,
  listLooksStream,
  ownedTeamsStream,
  pictureStream,
  userStream,
} from '#api/event-store/streams.ts'
import { download, empty } from '#api/http/answer.ts'
import { unauthenticated, unavailable } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { endSession, requireConfirmed } from '#api/http/session.ts'
import { erasePerson } from '#api/services/accounts/erase-person.ts'
import { loadUser } from '#api/services/accounts/own-user.ts'
import { withLastUse } from '#api/services/accounts/with-last-use.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { personalFields } from '#schemas/events/personal.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { eraseAccount, exportPersonalData, type PersonalData } from '#schemas/resources/personal-data.ts'
import type { Sessions } from './sessions.ts'
import type { Credentials } from './sign-in.ts'

type PersonalRecord = PersonalData['records'][number]

/** Fields that are credentials, or digests of credentials. */
const withheld = ['passwordHash', 'secret', 'resetCodeHash', 'code', 'digest', 'token', 'clientSecret']

/** Streams that belong to a person as a whole. */
const ownStreams = (userId: UserId): string[] => [
  userStream(userId),
  inboxStream(userId),
  listLooksStream(userId),
  expiryRemindersStream(userId),
  calendarFeedStream(userId),
  billingStream({ id: userId }),
  ownedTeamsStream(userId),
  pictureStream({ kind: 'user', id: userId }),
]

/** Whether an event of a shared stream concerns one of these persons. */
const isAbout = (personIds: readonly string[], { type, data }: RecordedEvent): boolean => {
  const person = personalFields[type]?.person
  return person !== undefined && personIds.includes(String((data as Record<string, unknown>)[person]))
}

const present = ({ type, data, metadata }: RecordedEvent): PersonalRecord => ({
  at: metadata.at,
  type,
  data: Object.fromEntries(Object.entries(data).filter(([field]) => !withheld.includes(field))),
})

/** The events about a user, also those sent to their address before they registered; oldest first. */
const recordsOf = async (
  ledger: Pick<Ledger, 'read'>,
  traces: ReadModels['lists']['personalTraces'],
  userId: UserId,
): Promise<PersonalRecord[]> => {
  const personIds = [userId, ...traces.addressedTo(userId)]
  const own = ownStreams(userId)
  const records: PersonalRecord[] = []
  for (const stream of new Set([...own, ...traces.streamsOf(personIds)])) {
    const events = await ledger.read(stream)
    records.push(...events.filter((event) => own.includes(stream) || isAbout(personIds, event)).map(present))
  }
  return records.toSorted((left, right) => left.at.localeCompare(right.at))
}

type PersonalDataSetup = {
  ledger: Ledger
  verifyPassword: Credentials['verifyPassword']
  sessions: Pick<Sessions, 'store'>
  lastUses: Pick<LastUses, 'of'>
  /** Waits until lists hold the whole log as of now; false if they are still behind. */
  caughtUp: () => Promise<boolean>
}

/** A person's right to access and erase their personal data (D-90). */
export const personalDataRoutes = (
  { ledger, verifyPassword, sessions, lastUses, caughtUp }: PersonalDataSetup,
  readModels: ReadModels,
): Route[] => {
  const { directory, history, lists, programs } = readModels
  const { accounts, pictures, teams } = directory
  const { apiTokens, oauthClients, oauthGrants, personalTokens } = programs

  const accountOf = (userId: UserId): PersonalData['account'] & { session_epoch: number } => {
    const user = accounts.user(userId)
    if (!user) throw unauthenticated()
    return { ...user, photo_url: pictures.urlOf(userId) }
  }

  const teamsOf = (userId: UserId): PersonalData['teams'] =>
    teams.teamsOf(userId).flatMap(({ id, name }) => {
      const role = teams.membership(userId, id)?.role
      return role ? [{ id, name, role }] : []
    })

  const sessionsOf = async (userId: UserId, epoch: number): Promise<PersonalData['sessions']> =>
    (await sessions.store.listOf(userId, epoch)).map(({ device, startedAt, lastSeenAt }) => ({
      device,
      started_at: startedAt,
      last_seen_at: lastSeenAt,
    }))

  const activityOf = async (userId: UserId): Promise<PersonalData['activity']> =>
    (await history.by(userId)).map(({ at, summary, team, impersonator }) => ({
      at,
      summary,
      team: team?.name ?? null,
      impersonated: impersonator !== null,
    }))

  const awaitReadModels = async () => {
    if (!(await caughtUp())) throw unavailable('The service is catching up. Please try again.')
  }

  return [
    route(exportPersonalData, async ({ actor: { userId }, context }) => {
      await awaitReadModels()
      const account = accountOf(userId)
      const data: PersonalData = {
        exported_at: context.at,
        account,
        teams: teamsOf(userId),
        sessions: await sessionsOf(userId, account.session_epoch),
        api_tokens: await withLastUse(lastUses, apiTokens.everyOf(userId)),
        personal_access_tokens: await withLastUse(lastUses, personalTokens.ofUser(userId)),
        oauth_clients: await withLastUse(lastUses, oauthClients.ofUser(userId)),
        authorized_apps: await withLastUse(lastUses, oauthGrants.ofUser(userId, context.at)),
        records: await recordsOf(ledger, lists.personalTraces, userId),
        activity: await activityOf(userId),
      }
      return download(data, 'siteledger-my-data.json')
    }),

    route(eraseAccount, async ({ actor, body, context, request }) => {
      const user = await loadUser(ledger, actor.userId)
      // The form has the password, but no code.
      if (user.second.active) requireConfirmed(request)
      if (!(await verifyPassword(body.current_password, user.passwordHash))) throw new RuleBroken('password-wrong')
      await awaitReadModels()
      const position = await erasePerson(ledger, readModels, user, context)
      await endSession(request)
      return empty(position)
    }),
  ]
}
