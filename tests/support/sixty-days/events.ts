import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream, userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import {
  found,
  openInvoice,
  openRecorder,
  openSubscription,
  type Recorder,
  register,
  type Subscribed,
  termsOf,
} from './recorder.ts'

/** An instant of 2026: its month and day, and its time unless that is ten o'clock. */
const on = (day: string, time = '10:00:00.000'): string => `2026-${day}T${time}Z`

const starter = termsOf('starter-monthly', 1900)
const starterYearly = termsOf('starter-yearly', 19_000)
const business = (seats: number) => termsOf('business-monthly', 7900, seats)
const solo = termsOf('solo-monthly', 900)
const soloYearly = termsOf('solo-yearly', 9000)

type Four = [Subscribed, Subscribed, Subscribed, Subscribed]

/** A subscription of the year before, at its price of then: the only subscription and the only user as May begins. */
const recordYearBefore = async (recorder: Recorder) => {
  const veteran = openSubscription(recorder)
  await veteran.start('2025-06-20T10:00:00.000Z', termsOf('starter-monthly', 1500))
  await openInvoice(recorder, veteran, 1800).pay('2025-06-29T10:00:00.000Z')
  await register(recorder, '2025-06-29T10:00:00.000Z')
  return veteran
}

const recordMay = async (recorder: Recorder, veteran: Subscribed) => {
  const [swapping, wavering, trying, leaving] = [1, 2, 3, 4].map(() => openSubscription(recorder)) as Four
  const ownerId = await register(recorder, on('05-01'))
  await register(recorder, on('05-01'))
  await swapping.start(on('05-01'), starter)
  const first = openInvoice(recorder, swapping, 2280)
  await first.pay(on('05-01'))
  await register(recorder, on('05-03', '23:59:59.999'))
  await register(recorder, on('05-04', '00:00:00.000'))
  await wavering.start(on('05-04'), starterYearly)
  const year = openInvoice(recorder, wavering, 22_800)
  await year.pay(on('05-04'))
  await trying.start(on('05-06'), starter, on('05-16'))
  await openInvoice(recorder, trying, 0).pay(on('05-06'))
  await leaving.start(on('05-06'), starterYearly, on('05-16'))
  await leaving.cancel(on('05-10'))
  await trying.endTrial(on('05-16'))
  await openInvoice(recorder, trying, 2280).pay(on('05-16'))
  await leaving.end(on('05-16'))
  await wavering.cancel(on('05-20'))
  await openInvoice(recorder, veteran, 1800).pay(on('05-20'))
  await wavering.resume(on('05-25'))
  await swapping.swap(on('05-28'), starter, starterYearly)
  await openInvoice(recorder, swapping, 20_520).pay(on('05-28'))
  await first.refund(on('05-29'), 500)
  for (const day of ['05-29', '05-29', '05-31', '05-31']) await register(recorder, on(day))
  await register(recorder, on('05-31', '23:59:59.999'))
  return { ownerId, swapping, trying, year }
}

/**
 * Teams with a trial of their own. At noon of 29 June two of them run and count: those of a team whose trial ends in
 * July, and of one for which an operator set a later end. One is over, one team subscribed, one is deleted.
 */
const recordTrials = async (recorder: Recorder, ownerId: UserId) => {
  const till = (day: string, time?: string) => found(recorder, ownerId, on('06-20'), on(day, time))
  await till('07-02')
  const helped = await till('06-25')
  const data = { teamId: helped, trialEndsAt: on('07-09', '23:59:59.999') }
  await recorder.record(teamStream(helped), { type: 'TeamTrialChanged', data }, on('06-21'))
  await till('06-29', '12:00:00.000')
  const subscribed = openSubscription(recorder, { kind: 'team', id: await till('07-05') })
  await subscribed.start(on('06-20'), starter, on('07-05'))
  const deleted = await till('07-05')
  const gone = { type: 'TeamDeleted', data: { teamId: deleted, deletedBy: ownerId } } as const
  await recorder.record(teamStream(deleted), gone, on('06-21'))
}

const recordJune = async (
  recorder: Recorder,
  veteran: Subscribed,
  { ownerId, swapping, trying, year }: Awaited<ReturnType<typeof recordMay>>,
) => {
  const [seats, late, brief, quitting] = [1, 2, 3, 4].map(() => openSubscription(recorder)) as Four
  await openInvoice(recorder, swapping, 2280).pay(on('06-01', '00:00:00.000'))
  const person = openSubscription(recorder, { kind: 'user', id: ownerId })
  await person.start(on('06-02'), solo)
  await openInvoice(recorder, person, 1080).pay(on('06-02'))
  await year.refund(on('06-03'), 1000)
  await seats.start(on('06-05'), business(3))
  await openInvoice(recorder, seats, 28_440).pay(on('06-05'))
  await year.refund(on('06-07'), 2000)
  await trying.cancel(on('06-10'))
  await seats.swap(on('06-12'), business(3), business(2))
  const erased = await register(recorder, on('06-15'))
  await trying.end(on('06-16'))
  const ofErased = { userId: erased, addressedIds: [] }
  await recorder.record(userStream(erased), { type: 'PersonErased', data: ofErased }, on('06-17'))
  await openInvoice(recorder, veteran, 1800).pay(on('06-14', '23:30:00.000'), on('06-18'))
  await openInvoice(recorder, seats, 18_960).void(on('06-18'))
  await seats.owe(on('06-19'))
  await recordTrials(recorder, ownerId)
  await seats.end(on('06-22'), 'unpaid')
  await late.start(on('06-23'), termsOf('business-yearly', 9994), on('06-25'))
  await quitting.start(on('06-23'), business(1), on('07-03'))
  await quitting.cancel(on('06-24'))
  await brief.start(on('06-26'), starter)
  const moment = openInvoice(recorder, brief, 2280)
  await moment.pay(on('06-26'))
  await brief.cancel(on('06-26', '11:00:00.000'))
  await moment.refund(on('06-26', '11:00:00.000'), 2280)
  await late.endTrial(on('06-25'), on('06-27'))
  await person.swap(on('06-27'), solo, soloYearly)
  await openInvoice(recorder, person, 9720).pay(on('06-27'))
  await veteran.cancel(on('06-28'))
  await veteran.swap(on('06-29'), termsOf('starter-monthly', 1500), starter)
  await veteran.resume(on('06-29'))
  await openInvoice(recorder, veteran, 2280).pay(on('06-29'))
}

/**
 * A platform from 1 May to 29 June 2026, and a little of the year before, as its events; answers the position of the
 * last. `numbersOfSixtyDays` has what they come to.
 */
export const recordSixtyDays = async (ledger: Ledger): Promise<string> => {
  const recorder = openRecorder(ledger)
  const veteran = await recordYearBefore(recorder)
  await recordJune(recorder, veteran, await recordMay(recorder, veteran))
  return recorder.position
}
