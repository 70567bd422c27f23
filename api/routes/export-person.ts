import type { Ledger } from '#api/event-store/ledger.ts'
import { inboxStream, ownedTeamsStream, pictureStream, userStream } from '#api/event-store/streams.ts'
import { personalFields } from '#schemas/events/personal.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import type { PersonalData } from '#schemas/resources/personal-data.ts'
import type { ReadModels } from './reading.ts'

type PersonalRecord = PersonalData['records'][number]

/** What opens something, or stands for it. */
const withheld = ['passwordHash', 'secret', 'resetCodeHash', 'code', 'digest']

/** Streams that are a person's own, whatever is in them. */
const ownStreams = (userId: UserId): string[] => [
  userStream(userId),
  inboxStream(userId),
  ownedTeamsStream(userId),
  pictureStream({ kind: 'user', id: userId }),
]

/** Whether an event of a stream that many share is about one of these persons. */
const isAbout = (personIds: readonly string[], { type, data }: RecordedEvent): boolean => {
  const person = personalFields[type]?.person
  return person !== undefined && personIds.includes(String((data as Record<string, unknown>)[person]))
}

const present = ({ type, data, metadata }: RecordedEvent): PersonalRecord => ({
  at: metadata.at,
  type,
  data: Object.fromEntries(Object.entries(data).filter(([field]) => !withheld.includes(field))),
})

/** The entries of the log that are a user's, or were sent to an address of theirs before they came; oldest first. */
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
