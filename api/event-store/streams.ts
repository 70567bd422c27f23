import type { DrawnFor } from '#schemas/events/picture.ts'
import type { ReservationKind } from '#schemas/events/reservation.ts'
import type { TextSubject } from '#schemas/events/text.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type {
  AnnouncementId,
  ApiTokenId,
  BulkId,
  CategoryId,
  ClientId,
  DocumentId,
  FileId,
  ImportId,
  PasswordResetId,
  SiteId,
  SupportRequestId,
  TeamId,
  TeamInvitationId,
  UserId,
  VisitId,
} from '#schemas/ids.ts'
import type { Channel } from '#schemas/jobs/send-message.ts'
import { lookOf } from './look-alikes.ts'

// A category is what stands before the first '-': no hyphen in the noun.

export const userStream = (id: UserId) => `user-${id}`
export const teamStream = (id: TeamId) => `team-${id}`
export const ownedTeamsStream = (id: UserId) => `ownedteams-${id}`
export const teamInvitationStream = (id: TeamInvitationId) => `teaminvitation-${id}`
export const clientStream = (id: ClientId) => `client-${id}`
export const siteStream = (id: SiteId) => `site-${id}`
export const sitePlacesStream = (teamId: TeamId) => `siteplaces-${teamId}`
export const visitStream = (id: VisitId) => `visit-${id}`
export const apiTokenStream = (id: ApiTokenId) => `apitoken-${id}`
export const announcementStream = (id: AnnouncementId) => `announcement-${id}`
export const billingStream = (teamId: TeamId) => `billing-${teamId}`
/** Of all imports of a team. */
export const importsStream = (teamId: TeamId) => `imports-${teamId}`
/** What is kept of the rows of one import. */
export const importRowsStream = (id: ImportId) => `importrows-${id}`
export const inboxStream = (userId: UserId) => `inbox-${userId}`
export const supportStream = (id: SupportRequestId) => `support-${id}`
export const categoryTreeStream = (id: TeamId) => `categorytree-${id}`
export const categoryIdStream = (id: CategoryId) => `category-${id}`
export const documentStream = (id: DocumentId) => `document-${id}`
export const bulkStream = (id: BulkId) => `bulk-${id}`
export const fileStream = (id: FileId) => `file-${id}`

/** The stream of what is drawn for a user, a team, a client or a site. */
export const pictureStream = ({ id }: DrawnFor) => `picture-${id}`
/** The stream of the text of a file or document. */
export const textStream = ({ id }: TextSubject) => `contenttext-${id}`
export const passwordResetStream = (id: PasswordResetId) => `passwordreset-${id}`

type Digest = (purpose: string, text: string) => string

/** The stream of one e-mail address or slug: a keyed digest, so that the name tells nothing (D-90). */
const reservationStream = (kind: ReservationKind, digest: Digest, text: string) =>
  `${kind}reservation-${digest(kind, text)}`

export const emailReservation = (digest: Digest, email: string) => reservationStream('email', digest, foldedText(email))
/** Slugs that look alike are one (docs/decisions/2026-11-21-look-alike-slugs.md). */
export const slugReservation = (digest: Digest, slug: string) =>
  reservationStream('slug', digest, lookOf(foldedText(slug)))

/** The stream of the interest of one e-mail address or phone number. */
export const interestStream = (digest: Digest, contact: string) => `interest-${digest('interest', foldedText(contact))}`

/** The stream of the message that an event asks for: `mail-<id>`, `text-<id>` or `notification-<id>` of that event. */
export const messageStream = (channel: Channel, eventId: string) => `${channel}-${eventId}`
