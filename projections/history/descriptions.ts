import type { LedgerEvent } from '#schemas/events/registry.ts'
import { billingDescriptions } from './billing.ts'
import { bulkDescriptions } from './bulk.ts'
import { categoryDescriptions } from './categories.ts'
import { contentDescriptions } from './contents.ts'
import type { DescriptionsOf } from './description.ts'
import { ownFieldDescriptions } from './own-fields.ts'
import { packDescriptions } from './packs.ts'
import { placeDescriptions } from './places.ts'
import { platformDescriptions } from './platform.ts'
import { readDescriptions } from './reads.ts'
import { savedViewDescriptions } from './saved-views.ts'
import { shareDescriptions } from './shares.ts'
import { teamDescriptions } from './teams.ts'
import { tokenAndAppDescriptions } from './tokens-and-apps.ts'
import { userDescriptions } from './users.ts'

/**
 * Describes every event of the log. A new event does not compile until its noun's file describes it or says `null`: it
 * is the outcome of an earlier order, or nobody's change. An event that gives a record attributes belongs to the
 * `events` of its noun, and its details to the `fields`; the rest follows (`noun.ts`).
 */
export const descriptions: DescriptionsOf<LedgerEvent> = {
  ...categoryDescriptions,
  ...userDescriptions,
  ...bulkDescriptions,
  ...tokenAndAppDescriptions,
  ...contentDescriptions,
  ...placeDescriptions,
  ...ownFieldDescriptions,
  ...billingDescriptions,
  ...teamDescriptions,
  ...platformDescriptions,
  ...savedViewDescriptions,
  ...shareDescriptions,
  ...readDescriptions,
  ...packDescriptions,
  // The site's own events have the entry.
  LogFounded: null,
  MasterKeyRecorded: null,
  KeysRecorded: null,
  SitePlacesTaken: null,
  SitePlacesReleased: null,
  // The events of the team and the user have the entries.
  RegistrationBegun: null,
  RegistrationReserved: null,
  RegistrationAccepted: null,
  RegistrationRefused: null,
  RegistrationSettled: null,
  // The text of a file is only for the search.
  TextExtracted: null,
}
