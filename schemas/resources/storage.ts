import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'

const bytes = z.int().min(0)

/** A backup that was taken on this machine: when, and how many files and bytes it has. */
export const TakenBackup = z.object({ at: z.iso.datetime(), files: z.int().min(0), bytes })
export type TakenBackup = z.infer<typeof TakenBackup>

/** What one replica takes on the disks of its machine, in bytes. */
export const Storage = z.object({
  /** The log; null where it is in an EventStoreDB of its own. */
  events: bytes.nullable(),
  /** When the log was begun here; null where it is elsewhere. */
  events_since: z.iso.datetime().nullable(),
  read_models: bytes,
  /** The free space for the data folder, and for the content of files. */
  free: bytes,
  content_free: bytes.nullable(),
  /** The newest backup by `siteledger backup`; null before the first. */
  newest_backup: TakenBackup.nullable(),
})
export type Storage = z.infer<typeof Storage>

/** That of the replica with the least free space, the newest backup of any, and each that answers. */
export const SharedStorage = Storage.extend({ replicas: z.array(Storage.extend({ replica: z.string() })) })
export type SharedStorage = z.infer<typeof SharedStorage>

export const showStorage = endpoint('GET /api/kiosk/storage', {
  cache: { whileBehind: true },
  summary: 'What the log and the read models take on each replica, what is free, and the newest backup',
  access: 'operator',
  response: SharedStorage,
})

/** A team with its share of the content: files and documents, with those in its trash. */
const TeamContent = z.object({ id: TeamId, name: z.string(), files: z.int().min(0), bytes })

/** The most teams that are listed. */
export const largestShown = 20

export const listLargestTeams = endpoint('GET /api/kiosk/storage/teams', {
  limits: { slow: true },
  summary: `The ${largestShown} teams that hold the most content`,
  access: 'operator',
  response: z.array(TeamContent),
})
