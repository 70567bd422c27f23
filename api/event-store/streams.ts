import unhomoglyph from 'unhomoglyph'
import { v5 as deriveUuid } from 'uuid'
import { accountOf, type Billable, type PaymentProvider } from '#schemas/billing/billable.ts'
import type { DrawnFor, TextSubject } from '#schemas/events/picture.ts'
import type { ReservationKind } from '#schemas/events/team-invitation.ts'
import {
  type AnnouncementId,
  type ApiTokenId,
  type BulkId,
  type CategoryId,
  type ClientId,
  type CommandId,
  type DocumentId,
  type FileId,
  type ImportId,
  InvoiceId,
  type OAuthClientId,
  type OAuthGrantId,
  type PackId,
  type PasswordResetId,
  type PersonalTokenId,
  type SavedViewId,
  type ShareId,
  type SiteId,
  type SupportRequestId,
  type TeamId,
  type TeamInvitationId,
  type UserId,
  type VisitId,
} from '#schemas/ids.ts'
import type { Channel } from '#schemas/jobs/send-message.ts'
import { nouns, type OwnStream } from '#schemas/nouns.ts'
import { foldedText } from '#schemas/text/folded-text.ts'

const foreign = /[^\p{ASCII}]+/gu

/**
 * The confusable skeleton of a text (UTS 39): every character that Unicode lists as confusable is replaced by the plain
 * one that it looks like, so a Cyrillic 'а' becomes 'a'. ASCII stays as it is, since anybody who types 'rn' can tell it
 * from 'm'.
 */
export const skeletonOf = (text: string): string =>
  text.normalize('NFD').replace(foreign, unhomoglyph).normalize('NFC').toLowerCase()

// EventStoreDB takes the text before the first '-' as the stream's category, so no noun contains a hyphen.

export const userStream = (id: UserId) => `user-${id}`
export const teamStream = (id: TeamId) => `team-${id}`
export const ownedTeamsStream = (id: UserId) => `ownedteams-${id}`
export const teamInvitationStream = (id: TeamInvitationId) => `teaminvitation-${id}`
/** The stream of one record, whose noun has no stream of another shape. */
export const recordStream = (noun: OwnStream, id: string) => `${nouns[noun].one}-${id}`
export const clientStream = (id: ClientId) => `client-${id}`
export const siteStream = (id: SiteId) => `site-${id}`
export const visitStream = (id: VisitId) => `visit-${id}`
export const shareStream = (id: ShareId) => `share-${id}`
export const apiTokenStream = (id: ApiTokenId) => `apitoken-${id}`
export const oauthClientStream = (id: OAuthClientId) => `oauthclient-${id}`
export const personalTokenStream = (id: PersonalTokenId) => `personaltoken-${id}`
export const packStream = (id: PackId) => `pack-${id}`
export const savedViewStream = (id: SavedViewId) => `savedview-${id}`
export const oauthGrantStream = (id: OAuthGrantId) => `oauthgrant-${id}`
export const announcementStream = (id: AnnouncementId) => `announcement-${id}`
export const billingStream = (billable: Pick<Billable, 'id'>) => accountOf(billable)

/** The namespace of ids that are derived from a payment provider's own ids. */
const ofProviders = '5f0b3c1e-6a52-4c39-9f0e-2d6d1b0c7a41'

export const invoiceIdOf = (provider: PaymentProvider, providerInvoiceId: string): InvoiceId =>
  InvoiceId.parse(deriveUuid(`${provider}/${providerInvoiceId}`, ofProviders))

export const invoiceStream = (id: InvoiceId) => `invoice-${id}`

/** The news of a payment provider, once however often it is sent. */
export const providerEventStream = ({ provider, eventId }: { provider: PaymentProvider; eventId: string }): string =>
  `providerevent-${provider}_${eventId}`

/** One comparison of a payment provider with the log. */
export const comparisonStream = (id: string) => `billingcomparison-${id}`

/** The key of the buyers in a year's invoices of one account; it outlives the account by the years that the law wants. */
export const buyerKeyOf = ({ id }: Billable, issuedAt: string): string => `invoices-${issuedAt.slice(0, 4)}-${id}`

/** The numbers of a year's invoices where the payment provider assigns none. */
export const invoiceNumbersStream = (year: number): string => `invoicenumbers-${year}`

/** The end of the buyers under a key. */
export const invoiceBuyersStream = (buyerKey: string) => `invoicebuyers-${buyerKey}`

/** All imports of a team. */
export const importsStream = (teamId: TeamId) => `imports-${teamId}`
/** The files that an import awaits. */
export const importPlanStream = (id: ImportId) => `importplan-${id}`
/** The refused rows of one import. */
export const importRowsStream = (id: ImportId) => `importrows-${id}`
/** The contents that a user has opened. */
export const contentReadsStream = (userId: UserId) => `reads-${userId}`
/** The reminders that a user wants, and those that they got. */
export const expiryRemindersStream = (userId: UserId) => `expiryreminders-${userId}`
/** The address at which a user's calendar program reads what expires. */
export const calendarFeedStream = (userId: UserId) => `calendarfeed-${userId}`
/** How a user sees lists. */
export const listLooksStream = (userId: UserId) => `listlooks-${userId}`
export const inboxStream = (userId: UserId) => `inbox-${userId}`
/** A registration that is paid for, by the id of the command that began it. */
export const registrationStream = (id: CommandId) => `registration-${id}`
export const supportStream = (id: SupportRequestId) => `support-${id}`
export const categoryTreeStream = (id: TeamId) => `categorytree-${id}`
export const categoryIdStream = (id: CategoryId) => `category-${id}`
/** All own fields of a team. */
export const fieldsStream = (id: TeamId) => `fields-${id}`
export const documentStream = (id: DocumentId) => `document-${id}`
export const bulkStream = (id: BulkId) => `bulk-${id}`
export const fileStream = (id: FileId) => `file-${id}`

/** The operation of an operator by one command. */
export const operationStream = (id: CommandId) => `operation-${id}`

/** Whether a queue of jobs is paused. */
export const queueStream = (name: string) => `queue-${name}`

/** The events that operators have skipped. */
export const skippedEventsStream = 'skippedevents'

/** The identity of the log (D-110). */
export const logStream = 'log'

/** The names under which the notary signs the log. */
export const notaryStream = 'notary'
/** Which checkpoints were published. */
export const checkpointsStream = 'checkpoints'

/** The installation that writes the log. */
export const installationStream = 'installation'
/** The keys of people that the log is sealed with. */
export const keysStream = 'keys'

/** The pictures of a user, a team, a client or a site. */
export const pictureStream = ({ id }: DrawnFor) => `picture-${id}`
/** The extracted text of a file or document. */
export const textStream = ({ id }: TextSubject) => `contenttext-${id}`
export const passwordResetStream = (id: PasswordResetId) => `passwordreset-${id}`

type Digest = (purpose: string, text: string) => string

/** The reservation of one e-mail address or slug. The name is a keyed digest, so it reveals nothing (D-90). */
const reservationStream = (kind: ReservationKind, digest: Digest, text: string) =>
  `${kind}reservation-${digest(kind, text)}`

export const emailReservation = (digest: Digest, email: string) => reservationStream('email', digest, foldedText(email))
/** Slugs that look alike share a reservation (docs/decisions/2026-11-21-look-alike-slugs.md). */
export const slugReservation = (digest: Digest, slug: string) =>
  reservationStream('slug', digest, skeletonOf(foldedText(slug)))

/** The interest of one e-mail address or phone number. */
export const interestStream = (digest: Digest, contact: string) => `interest-${digest('interest', foldedText(contact))}`

/** The message that an event asks for: `mail-<id>`, `text-<id>` or `notification-<id>` with that event's id. */
export const messageStream = (channel: Channel, eventId: string) => `${channel}-${eventId}`
