import type { z } from 'zod'
import type { EventOf, PayloadSchemas, Recorded } from '../event.ts'
import type { Resource } from '../nouns.ts'
import { type AnnouncementEvent, announcementEvents } from './announcement.ts'
import { type ApiTokenEvent, apiTokenEvents, type PersonalTokenEvent, personalTokenEvents } from './api-token.ts'
import { type AccountEvent, billingEvents } from './billing.ts'
import { type BillingReminderEvent, billingReminderEvents } from './billing-account.ts'
import {
  type BillingComparisonEvent,
  billingComparisonEvents,
  type ProviderEventEvent,
  providerEventEvents,
} from './billing-comparison.ts'
import { type BillingOrderEvent, billingOrderEvents } from './billing-order.ts'
import { type BulkEvent, bulkEvents } from './bulk.ts'
import { type CalendarFeedEvent, calendarFeedEvents } from './calendar-feed.ts'
import { type CategoryIdEvent, categoryIdEvents, categoryTreeEvents } from './category.ts'
import { clientEvents } from './client.ts'
import { type ContentReadEvent, contentReadEvents } from './content-read.ts'
import { type DiscountEvent, discountEvents } from './discount.ts'
import { documentEvents } from './document.ts'
import { type ExpiryReminderEvent, expiryReminderEvents } from './expiry-reminder.ts'
import { type FieldEvent, fieldEvents } from './field.ts'
import { fileEvents } from './file.ts'
import {
  type ImportEvent,
  type ImportPlanEvent,
  type ImportRowEvent,
  importEvents,
  importPlanEvents,
  importRowEvents,
} from './import.ts'
import { type InboxEvent, inboxEvents, type MessageEvent, messageEvents } from './inbox.ts'
import { type InterestEvent, interestEvents, type SupportEvent, supportEvents } from './interest.ts'
import {
  type InvoiceBuyersEvent,
  type InvoiceEvent,
  type InvoiceNumberEvent,
  invoiceBuyersEvents,
  invoiceEvents,
  invoiceNumberEvents,
} from './invoice.ts'
import { type OAuthClientEvent, type OAuthGrantEvent, oauthClientEvents, oauthGrantEvents } from './oauth-client.ts'
import {
  type InstallationEvent,
  installationEvents,
  type NotaryEvent,
  notaryEvents,
  type OperationEvent,
  operationEvents,
} from './operation.ts'
import { type PackEvent, packEvents } from './pack.ts'
import { type PictureEvent, pictureEvents, type TextEvent, textEvents } from './picture.ts'
import { type RegistrationEvent, registrationEvents } from './registration.ts'
import { sampleEvents } from './sample.ts'
import { type ListLookEvent, listLookEvents, type SavedViewEvent, savedViewEvents } from './saved-view.ts'
import { type ShareEvent, shareEvents } from './share.ts'
import { type SitePlacesEvent, siteEvents, sitePlacesEvents } from './site.ts'
import { type SubscriptionEvent, subscriptionEvents } from './subscription.ts'
import { type OwnedTeamsEvent, ownedTeamsEvents, type TeamEvent, teamEvents } from './team.ts'
import {
  type ReservationEvent,
  reservationEvents,
  type TeamInvitationEvent,
  teamInvitationEvents,
} from './team-invitation.ts'
import { type PasswordResetEvent, passwordResetEvents, type UserEvent, userEvents } from './user.ts'
import { visitEvents } from './visit.ts'

/** The events about the records of each noun; those of a category are in the stream of the whole tree. */
export const nounEvents = {
  clients: clientEvents,
  sites: siteEvents,
  visits: visitEvents,
  files: fileEvents,
  documents: documentEvents,
  categories: categoryTreeEvents,
} as const satisfies Record<Resource, PayloadSchemas>

type NounEvents = typeof nounEvents
type NounEvent = { [Noun in Resource]: EventOf<NounEvents[Noun]> }[Resource]

export type LedgerEvent =
  | NounEvent
  | AnnouncementEvent
  | ApiTokenEvent
  | AccountEvent
  | BillingComparisonEvent
  | BillingOrderEvent
  | BillingReminderEvent
  | BulkEvent
  | CalendarFeedEvent
  | CategoryIdEvent
  | ContentReadEvent
  | DiscountEvent
  | ExpiryReminderEvent
  | FieldEvent
  | ImportEvent
  | ImportPlanEvent
  | ImportRowEvent
  | InboxEvent
  | InstallationEvent
  | NotaryEvent
  | InterestEvent
  | InvoiceBuyersEvent
  | InvoiceNumberEvent
  | InvoiceEvent
  | ListLookEvent
  | MessageEvent
  | OAuthClientEvent
  | OAuthGrantEvent
  | OperationEvent
  | OwnedTeamsEvent
  | PackEvent
  | PasswordResetEvent
  | PersonalTokenEvent
  | PictureEvent
  | ProviderEventEvent
  | RegistrationEvent
  | ReservationEvent
  | SavedViewEvent
  | ShareEvent
  | SitePlacesEvent
  | SubscriptionEvent
  | SupportEvent
  | TeamEvent
  | TeamInvitationEvent
  | TextEvent
  | UserEvent
export type EventType = LedgerEvent['type']
export type EventNamed<Type extends EventType> = Extract<LedgerEvent, { type: Type }>
export type RecordedEvent = { [Type in EventType]: Recorded<EventNamed<Type>> }[EventType]

/** Payload schema of every event, by type; applied on writing and on reading. */
export const payloadSchemas: { [Type in EventType]: z.ZodType<EventNamed<Type>['data']> } = {
  ...nounEvents.clients,
  ...nounEvents.sites,
  ...nounEvents.visits,
  ...nounEvents.files,
  ...nounEvents.documents,
  ...nounEvents.categories,
  ...announcementEvents,
  ...apiTokenEvents,
  ...billingEvents,
  ...billingComparisonEvents,
  ...billingOrderEvents,
  ...billingReminderEvents,
  ...bulkEvents,
  ...calendarFeedEvents,
  ...categoryIdEvents,
  ...contentReadEvents,
  ...discountEvents,
  ...expiryReminderEvents,
  ...fieldEvents,
  ...importEvents,
  ...importPlanEvents,
  ...importRowEvents,
  ...inboxEvents,
  ...installationEvents,
  ...interestEvents,
  ...invoiceBuyersEvents,
  ...invoiceNumberEvents,
  ...invoiceEvents,
  ...listLookEvents,
  ...messageEvents,
  ...notaryEvents,
  ...oauthClientEvents,
  ...oauthGrantEvents,
  ...operationEvents,
  ...ownedTeamsEvents,
  ...packEvents,
  ...passwordResetEvents,
  ...personalTokenEvents,
  ...pictureEvents,
  ...providerEventEvents,
  ...registrationEvents,
  ...reservationEvents,
  ...sampleEvents,
  ...savedViewEvents,
  ...shareEvents,
  ...sitePlacesEvents,
  ...subscriptionEvents,
  ...supportEvents,
  ...teamEvents,
  ...teamInvitationEvents,
  ...textEvents,
  ...userEvents,
}

export const eventTypes = Object.keys(payloadSchemas) as EventType[]

/** Whether this version of the product knows an event type. */
export const isEventType = (type: string): type is EventType => Object.hasOwn(payloadSchemas, type)
