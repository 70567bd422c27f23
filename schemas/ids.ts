import { z } from 'zod'

/** Ids are opaque lower-case UUIDs, created by the server or given by the caller (D-42). */
const id = <Kind extends string>(_kind: Kind) => z.uuid('The selected id is invalid.').toLowerCase().brand<Kind>()

export const UserId = id('UserId')
export type UserId = z.infer<typeof UserId>

export const TeamId = id('TeamId')
export type TeamId = z.infer<typeof TeamId>

export const ClientId = id('ClientId')
export type ClientId = z.infer<typeof ClientId>

export const SiteId = id('SiteId')
export type SiteId = z.infer<typeof SiteId>

export const VisitId = id('VisitId')
export type VisitId = z.infer<typeof VisitId>

export const FileId = id('FileId')
export type FileId = z.infer<typeof FileId>

export const CategoryId = id('CategoryId')
export type CategoryId = z.infer<typeof CategoryId>

export const DocumentId = id('DocumentId')
export type DocumentId = z.infer<typeof DocumentId>

export const InvitationId = id('InvitationId')
export type InvitationId = z.infer<typeof InvitationId>

export const TeamInvitationId = id('TeamInvitationId')
export type TeamInvitationId = z.infer<typeof TeamInvitationId>

/** One entry of the trash: a deleted record, with everything that was deleted with it (D-10). */
export const TrashId = id('TrashId')
export type TrashId = z.infer<typeof TrashId>

/** A bulk change: a change of many files, or an upload of many. */
export const BulkId = id('BulkId')
export type BulkId = z.infer<typeof BulkId>

/** One set of sample data, from which the ids of its records are derived. */
export const SampleId = id('SampleId')
export type SampleId = z.infer<typeof SampleId>

/** An invoice: derived from the payment provider and its own id, so that nothing is recorded twice. */
export const InvoiceId = id('InvoiceId')
export type InvoiceId = z.infer<typeof InvoiceId>

/** One import of a file of rows; the events of its rows are one command of this id. */
export const ImportId = id('ImportId')
export type ImportId = z.infer<typeof ImportId>

export const ApiTokenId = id('ApiTokenId')
export type ApiTokenId = z.infer<typeof ApiTokenId>

/** A saved view of a list. */
export const SavedViewId = id('SavedViewId')
export type SavedViewId = z.infer<typeof SavedViewId>

/** An own field of clients, sites or visits, which a team has named itself. */
export const FieldId = id('FieldId')
export type FieldId = z.infer<typeof FieldId>

/** An option of a choice. */
export const OptionId = id('OptionId')
export type OptionId = z.infer<typeof OptionId>

/** A client of OAuth: a program of somebody else, by the id that it names itself with. */
export const OAuthClientId = id('OAuthClientId')
export type OAuthClientId = z.infer<typeof OAuthClientId>

/** A personal access token. */
export const PersonalTokenId = id('PersonalTokenId')
export type PersonalTokenId = z.infer<typeof PersonalTokenId>

/** A user's consent to an OAuth client, in one team. */
export const OAuthGrantId = id('OAuthGrantId')
export type OAuthGrantId = z.infer<typeof OAuthGrantId>

/** A share link of a file, a visit or a site. */
export const ShareId = id('ShareId')
export type ShareId = z.infer<typeof ShareId>

export const CommandId = id('CommandId')
export type CommandId = z.infer<typeof CommandId>

export const SupportRequestId = id('SupportRequestId')
export type SupportRequestId = z.infer<typeof SupportRequestId>

export const InterestId = id('InterestId')
export type InterestId = z.infer<typeof InterestId>

export const AnnouncementId = id('AnnouncementId')
export type AnnouncementId = z.infer<typeof AnnouncementId>

export const NotificationId = id('NotificationId')
export type NotificationId = z.infer<typeof NotificationId>

export const PasswordResetId = id('PasswordResetId')
export type PasswordResetId = z.infer<typeof PasswordResetId>

/** One order of a subscription, a card or a discount; the events of its outcome name it. */
export const BillingOrderId = id('BillingOrderId')
export type BillingOrderId = z.infer<typeof BillingOrderId>

/** An evidence pack. */
export const PackId = id('PackId')
export type PackId = z.infer<typeof PackId>

/** SHA-256 of stored content, 64 hexadecimal digits (D-91). */
export const ContentHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .brand<'ContentHash'>()
export type ContentHash = z.infer<typeof ContentHash>

/** The name of a zip file that was prepared for one user, 256 random bits. */
export const ZipName = z
  .string()
  .regex(/^[\w-]{43}$/)
  .brand<'ZipName'>()
export type ZipName = z.infer<typeof ZipName>
