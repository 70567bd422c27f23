import type { Ledger } from '#api/event-store/ledger.ts'
import {
  billingStream,
  expiryRemindersStream,
  inboxStream,
  listLooksStream,
  ownedTeamsStream,
  pictureStream,
  userStream,
} from '#api/event-store/streams.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { personalFields } from '#schemas/events/personal.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import type { PersonalData } from '#schemas/resources/personal-data.ts'

type PersonalRecord = PersonalData['records'][number]

/** Fields that are credentials, or digests of credentials. */
const withheld = ['passwordHash', 'secret', 'resetCodeHash', 'code', 'digest', 'token', 'clientSecret']

/** Streams that belong to a person as a whole. */
const ownStreams = (userId: UserId): string[] => [
  userStream(userId),
  inboxStream(userId),
  listLooksStream(userId),
  expiryRemindersStream(userId),
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
export const recordsOf = async (
  ledger: Pick<Ledger, 'read'>,
  traces: ReadModels['personalTraces'],
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
