import type { ReservationKind } from '#schemas/events/reservation.ts'
import type { ClientId, FileId, SiteId, TeamId, UserId, VisitId } from '#schemas/ids.ts'

// A category is what stands before the first '-': no hyphen in the noun.

export const userStream = (id: UserId) => `user-${id}`
export const teamStream = (id: TeamId) => `team-${id}`
export const clientStream = (id: ClientId) => `client-${id}`
export const siteStream = (id: SiteId) => `site-${id}`
export const visitStream = (id: VisitId) => `visit-${id}`
export const fileStream = (id: FileId) => `file-${id}`

/** The stream of one e-mail address or slug; `digest` is its keyed hash, so that the name tells nothing (D-90). */
export const reservationStream = (kind: ReservationKind, digest: string) => `${kind}reservation-${digest}`
