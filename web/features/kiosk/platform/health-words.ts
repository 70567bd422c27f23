import type { KioskBilling } from '#schemas/resources/kiosk-billing.ts'
import type { LeftOutPass, Queue } from '#schemas/resources/queues.ts'
import type { ReadModel } from '#schemas/resources/read-models.ts'
import type { Replica } from '#schemas/resources/replicas.ts'
import type { Storage } from '#schemas/resources/storage.ts'
import { counted } from '#schemas/text/counted.ts'

/** What is not well, in a sentence. */
export type Trouble = { text: string; urgent: boolean }

/** Hours after which the next backup of every day is missing, or the first one. */
const backupHours = 26

const ofBackup = ({ events_since, newest_backup: newest }: Storage, now: number): Trouble[] => {
  const last = newest?.at ?? events_since
  if (last === null) return [{ text: 'Backup: unknown, the log is in an EventStoreDB', urgent: false }]
  const isOld = now - Date.parse(last) > backupHours * 3_600_000
  return isOld ? [{ text: `No backup was taken for ${backupHours} hours`, urgent: true }] : []
}

const ofReplica = ({ name, cannot_read }: Replica): Trouble[] =>
  cannot_read.length > 0
    ? [{ text: `${name} has to be updated: others wait until it can read ${cannot_read.join(', ')}`, urgent: false }]
    : []

const ofReadModel = ({ name, error, outdated }: ReadModel): Trouble[] => {
  if (error !== null) return [{ text: `The read model ${name} stands still`, urgent: true }]
  return outdated ? [{ text: `The read model ${name} is of an earlier version`, urgent: false }] : []
}

const ofQueue = ({ name, failed, paused }: Queue): Trouble[] => {
  const stopped: Trouble[] = paused ? [{ text: `The queue ${name} is paused`, urgent: false }] : []
  if (failed === 0) return stopped
  return [...stopped, { text: `${counted(failed, 'job', 'jobs')} of ${name} failed`, urgent: true }]
}

const ofPass = ({ name, since, reason }: LeftOutPass, now: number): Trouble => ({
  text: `The pass ${name} has been left out for ${counted(Math.floor((now - Date.parse(since)) / 60_000), 'minute', 'minutes')}: ${reason}`,
  urgent: true,
})

const ofBilling = ({ last_sweep: last }: KioskBilling): Trouble[] =>
  last && last.differences > 0
    ? [{ text: `${counted(last.differences, 'difference', 'differences')} with the payment provider`, urgent: false }]
    : []

export type Installation = {
  replicas: Replica[]
  models: ReadModel[]
  queues: Queue[]
  passes: LeftOutPass[]
  billing: KioskBilling
  storage: Storage
}

export type Troubles = Record<keyof Installation, Trouble[]>

/** What is not well with each part of an installation; nothing where all is. */
export const troublesOf = (
  { replicas, models, queues, passes, billing, storage }: Installation,
  now: number = Date.now(),
): Troubles => ({
  replicas: replicas.flatMap(ofReplica),
  models: models.flatMap(ofReadModel),
  queues: queues.flatMap(ofQueue),
  passes: passes.map((pass) => ofPass(pass, now)),
  storage: ofBackup(storage, now),
  billing: ofBilling(billing),
})
