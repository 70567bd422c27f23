/** The records of which a pack can be made, with all that lies in them. */
export const packPlaces = ['client', 'site', 'visit'] as const

/** Which contents of a file it holds: that of its moment, or all until then. */
export const packVersions = ['of-the-day', 'all'] as const

/** The most that one pack holds: bytes of files together, and files. */
export const mostPacked = { bytes: 100 * 2 ** 30, files: 100_000 } as const

/** Days for which a pack can be downloaded. */
export const packLasts = 7

/** Packs of a team that are being made at once. */
export const packsAtOnce = 2
