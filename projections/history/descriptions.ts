import type { LedgerEvent } from '#schemas/events/registry.ts'
import { apiTokenDescriptions } from './api-tokens.ts'
import { billingDescriptions } from './billing.ts'
import { bulkDescriptions } from './bulk.ts'
import { categoryDescriptions } from './categories.ts'
import { clientDescriptions } from './clients.ts'
import type { DescriptionsOf } from './description.ts'
import { documentDescriptions } from './documents.ts'
import { fileDescriptions } from './files.ts'
import { importDescriptions } from './imports.ts'
import { invitationDescriptions } from './invitations.ts'
import { invoiceDescriptions } from './invoices.ts'
import { memberDescriptions } from './members.ts'
import { oauthClientDescriptions } from './oauth-clients.ts'
import { oauthGrantDescriptions } from './oauth-grants.ts'
import { personalTokenDescriptions } from './personal-tokens.ts'
import { pictureDescriptions } from './pictures.ts'
import { platformDescriptions } from './platform.ts'
import { savedViewDescriptions } from './saved-views.ts'
import { shareDescriptions } from './shares.ts'
import { siteDescriptions } from './sites.ts'
import { teamDescriptions } from './teams.ts'
import { userDescriptions } from './users.ts'
import { visitDescriptions } from './visits.ts'

/**
 * Describes every event of the log. A new event does not compile until its noun's file describes it or says `null`: it
 * is the outcome of an earlier order, or nobody's change. An event that gives a record attributes belongs to the
 * `events` of its noun, and its details to the `fields`; the rest follows (`noun.ts`).
 */
export const descriptions: DescriptionsOf<LedgerEvent> = {
  ...apiTokenDescriptions,
  ...billingDescriptions,
  ...bulkDescriptions,
  ...categoryDescriptions,
  ...clientDescriptions,
  ...documentDescriptions,
  ...fileDescriptions,
  ...importDescriptions,
  ...invitationDescriptions,
  ...invoiceDescriptions,
  ...memberDescriptions,
  ...oauthClientDescriptions,
  ...oauthGrantDescriptions,
  ...personalTokenDescriptions,
  ...pictureDescriptions,
  ...platformDescriptions,
  ...savedViewDescriptions,
  ...shareDescriptions,
  ...siteDescriptions,
  ...teamDescriptions,
  ...userDescriptions,
  ...visitDescriptions,
  // The site's own events have the entry.
  LogFounded: null,
  MasterKeyRecorded: null,
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
