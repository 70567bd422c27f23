import type { NamedRecord } from '#schemas/calls/named-record.ts'
import { daysAfter } from '#schemas/time/dates.ts'

/** The nouns of whose records a pack can be made, with all that lies in them, by the singular. */
export const packNouns = { client: 'clients', site: 'sites', visit: 'visits' } as const
export const packPlaces = ['client', 'site', 'visit'] as const
export type PackPlace = NamedRecord<(typeof packPlaces)[number]>

/** Which contents of a file it holds: that of its moment, or all until then. */
export const packVersions = ['of-the-day', 'all'] as const

/** The most that one pack holds: bytes of files together, and files. */
export const mostPacked = { bytes: 100 * 2 ** 30, files: 100_000 } as const

/** Contents of a pack that were read, of how many. */
export type PackProgress = { done: number; total: number }

/** Packs of a team that are being made at once. */
export const packsAtOnce = 2

const daysToDownload = 7

/** The instant until which a pack can be downloaded that was ready at another. */
export const packEndsAt = (readyAt: string): string => daysAfter(readyAt, daysToDownload)
