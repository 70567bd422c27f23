/** What a share link can be for: a record, or what is required of a client's sites or of one site. */
export const sharedKinds = ['file', 'visit', 'site', 'compliance'] as const
export type SharedKind = (typeof sharedKinds)[number]

/** Days that a share link lasts unless its maker chooses otherwise, and the most of them. */
export const proposedShareDays = 30
export const mostShareDays = 365

/** The highest limit of openings. */
export const mostOpenings = 1000

/** Sites of one page of a share link. */
export const mostSharedSites = 200

/** Files of one page of a share link, newest first, and the most of its zip file. */
export const mostSharedFiles = 1000
