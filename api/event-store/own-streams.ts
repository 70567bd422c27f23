import { announcementEvents } from '#schemas/events/announcement.ts'
import { apiTokenEvents, personalTokenEvents } from '#schemas/events/api-token.ts'
import { billingEvents } from '#schemas/events/billing.ts'
import { billingReminderEvents } from '#schemas/events/billing-account.ts'
import { billingComparisonEvents, providerEventEvents } from '#schemas/events/billing-comparison.ts'
import { billingOrderEvents } from '#schemas/events/billing-order.ts'
import { bulkEvents } from '#schemas/events/bulk.ts'
import { calendarFeedEvents } from '#schemas/events/calendar-feed.ts'
import { categoryIdEvents } from '#schemas/events/category.ts'
import { contentReadEvents } from '#schemas/events/content-read.ts'
import { discountEvents } from '#schemas/events/discount.ts'
import { expiryReminderEvents } from '#schemas/events/expiry-reminder.ts'
import { fieldEvents } from '#schemas/events/field.ts'
import { importEvents, importPlanEvents, importRowEvents } from '#schemas/events/import.ts'
import { inboxEvents, messageEvents } from '#schemas/events/inbox.ts'
import { interestEvents, supportEvents } from '#schemas/events/interest.ts'
import { invoiceBuyersEvents, invoiceEvents, invoiceNumberEvents } from '#schemas/events/invoice.ts'
import { oauthClientEvents, oauthGrantEvents } from '#schemas/events/oauth-client.ts'
import { installationEvents, notaryEvents, operationEvents } from '#schemas/events/operation.ts'
import { packEvents } from '#schemas/events/pack.ts'
import { pictureEvents, textEvents } from '#schemas/events/picture.ts'
import { registrationEvents } from '#schemas/events/registration.ts'
import { type EventType, nounEvents } from '#schemas/events/registry.ts'
import { sampleEvents } from '#schemas/events/sample.ts'
import { listLookEvents, savedViewEvents } from '#schemas/events/saved-view.ts'
import { shareEvents } from '#schemas/events/share.ts'
import { sitePlacesEvents } from '#schemas/events/site.ts'
import { subscriptionEvents } from '#schemas/events/subscription.ts'
import { ownedTeamsEvents, teamEvents } from '#schemas/events/team.ts'
import { reservationEvents, teamInvitationEvents } from '#schemas/events/team-invitation.ts'
import { passwordResetEvents, userEvents } from '#schemas/events/user.ts'
import { nouns, type OwnStream, ownStreams } from '#schemas/nouns.ts'
import {
  checkpointsStream,
  installationStream,
  keysStream,
  logStream,
  notaryStream,
  skippedEventsStream,
} from './streams.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const digest = /^[0-9a-f]{64}$/
/** The id of a name without a hyphen. */
const nothing = /^$/

type Kind<Type extends string> = { id: RegExp; types: ReadonlySet<Type> }

type KeysOf<Schemas> = Schemas extends unknown ? keyof Schemas & string : never

const kind = <Schemas extends readonly object[]>(id: RegExp, ...schemas: Schemas): Kind<KeysOf<Schemas[number]>> => ({
  id,
  types: new Set(schemas.flatMap(Object.keys) as KeysOf<Schemas[number]>[]),
})

type RecordKinds = {
  [Noun in OwnStream as (typeof nouns)[Noun]['one']]: Kind<keyof (typeof nounEvents)[Noun] & string>
}

/** The records of a noun have a stream each, but for categories. */
const recordKinds = Object.fromEntries(
  ownStreams.map((noun) => [nouns[noun].one, kind(uuid, nounEvents[noun])]),
) as unknown as RecordKinds

/** The streams of the product, by the part of their names before the first hyphen (streams.ts), and what each holds. */
const kinds = {
  ...recordKinds,
  [installationStream]: kind(nothing, installationEvents),
  [keysStream]: kind(nothing, installationEvents),
  [logStream]: kind(nothing, installationEvents),
  [notaryStream]: kind(nothing, notaryEvents),
  [checkpointsStream]: kind(nothing, notaryEvents),
  [skippedEventsStream]: kind(nothing, operationEvents),
  announcement: kind(uuid, announcementEvents),
  apitoken: kind(uuid, apiTokenEvents),
  billing: kind(uuid, billingEvents, billingOrderEvents, billingReminderEvents, discountEvents, subscriptionEvents),
  billingcomparison: kind(uuid, billingComparisonEvents),
  bulk: kind(uuid, bulkEvents, sampleEvents),
  calendarfeed: kind(uuid, calendarFeedEvents),
  category: kind(uuid, categoryIdEvents),
  categorytree: kind(uuid, nounEvents.categories),
  contenttext: kind(uuid, textEvents),
  emailreservation: kind(digest, reservationEvents),
  expiryreminders: kind(uuid, expiryReminderEvents),
  fields: kind(uuid, fieldEvents),
  importplan: kind(uuid, importPlanEvents),
  importrows: kind(uuid, importRowEvents),
  imports: kind(uuid, importEvents),
  inbox: kind(uuid, inboxEvents),
  interest: kind(digest, interestEvents),
  invoice: kind(uuid, invoiceEvents),
  invoicenumbers: kind(/^\d{4}$/, invoiceNumberEvents),
  invoicebuyers: kind(/^invoices-\d{4}-[0-9a-f-]{36}$/, invoiceBuyersEvents),
  listlooks: kind(uuid, listLookEvents),
  mail: kind(uuid, messageEvents),
  notification: kind(uuid, messageEvents),
  oauthclient: kind(uuid, oauthClientEvents),
  oauthgrant: kind(uuid, oauthGrantEvents),
  operation: kind(uuid, operationEvents),
  ownedteams: kind(uuid, ownedTeamsEvents),
  pack: kind(uuid, packEvents),
  passwordreset: kind(uuid, passwordResetEvents),
  personaltoken: kind(uuid, personalTokenEvents),
  picture: kind(uuid, pictureEvents),
  providerevent: kind(/^[a-z]+_\S+$/, providerEventEvents),
  queue: kind(/^[a-z]+(-[a-z]+)*$/, operationEvents),
  reads: kind(uuid, contentReadEvents),
  registration: kind(uuid, registrationEvents),
  savedview: kind(uuid, savedViewEvents),
  share: kind(uuid, shareEvents),
  // Earlier versions wrote these.
  siteplaces: kind(uuid, sitePlacesEvents),
  slugreservation: kind(digest, reservationEvents),
  support: kind(uuid, supportEvents),
  team: kind(uuid, teamEvents),
  teaminvitation: kind(uuid, teamInvitationEvents),
  text: kind(uuid, messageEvents),
  user: kind(uuid, userEvents),
}

type TypesOf<Each> = Each extends Kind<infer Type> ? Type : never

/** Never, where an event has no stream: that does not compile. */
type Complete<Kinds> = [Exclude<EventType, TypesOf<Kinds[keyof Kinds]>>] extends [never] ? Kinds : never

const kindOf: ReadonlyMap<string, Kind<string>> = new Map(
  Object.entries<Kind<string>>(kinds satisfies Complete<typeof kinds>),
)

/** What the names of the product's streams begin with. */
export const ownStreamKinds: readonly string[] = [...kindOf.keys()]

const kindOfStream = (stream: string): Kind<string> | undefined => {
  const hyphen = stream.indexOf('-')
  const found = kindOf.get(hyphen < 0 ? stream : stream.slice(0, hyphen))
  return found?.id.test(hyphen < 0 ? '' : stream.slice(hyphen + 1)) ? found : undefined
}

/** Whether a stream has one of the product's names; a copy of a log takes along all that it holds (D-112). */
export const isOwnStream = (stream: string): boolean => kindOfStream(stream) !== undefined

/**
 * Whether an event is the product's: its stream has one of the product's names, and its type is one that such a stream
 * holds (D-111). A log may be shared with other applications, whose events may have types of the same names.
 */
export const isOwnEvent = (event: { stream: string; type: string }): event is { stream: string; type: EventType } =>
  kindOfStream(event.stream)?.types.has(event.type) === true
