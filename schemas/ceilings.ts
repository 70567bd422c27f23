import type { Endpoint } from './endpoint.ts'
import * as most from './limits/ceiling-numbers.ts'
import { nouns } from './nouns.ts'
import { mostFields } from './records/field-kinds.ts'

/** The ceilings of one operation. */
export type Ceiling = {
  /** Limits in their order: what one refuses counts in none after it. */
  tries?: readonly most.Throttle[]
  /** How many calls one caller, a user or else a machine, may have open at once in one process. */
  atOnce?: number
  /** Calls of all operations of one group are counted together. */
  group?: 'uploads'
  /** Its other bounds. */
  boundedBy?: string
}

/** A write that costs no more than any other. */
const write: Ceiling = { tries: [most.writesAMinute] }

const limited = (...tries: most.Throttle[]): Ceiling => ({ tries })

/** Compares or hashes a password. */
const password = (...tries: most.Throttle[]): Ceiling => ({ tries, atOnce: most.passwordsAtOnce })

const uploads: Ceiling = {
  atOnce: most.uploadsAtOnce,
  group: 'uploads',
  boundedBy: 'the bytes that a team announces in a day',
}
const imports: Ceiling = { ...write, boundedBy: 'one import of a team at once' }
const importFiles: Ceiling = { ...uploads, ...imports, boundedBy: `${uploads.boundedBy}; ${imports.boundedBy}` }
const invitations: Ceiling = { ...write, boundedBy: 'invitations of a team a day, and one resend an hour' }
const searches: Ceiling = { boundedBy: 'the queue of slow reads' }
const signed: Ceiling = { tries: [most.unsignedNews] }
const redeeming = limited(...most.couponTries, most.writesAMinute)
const subscribing = limited(most.couponBeside, most.writesAMinute)
const previews = limited(most.previewTries, most.couponBeside)

const { user, number, address, installation } = most.textsADay
const texts = `texts a day: ${user} of a user, ${number} to an unproven number, ${address} from a network address, ${installation} in all`

/** Orders a text message, which costs. */
const texting = (ceiling: Ceiling): Ceiling => ({ ...ceiling, boundedBy: texts })

/** Records of every noun are added, changed and deleted at the same ceilings, but for uploads. */
const ofRecords = Object.fromEntries(
  Object.values(nouns).flatMap(({ one }): [string, { [method in Endpoint['method']]?: Ceiling }][] => [
    [`/api/${one}`, { POST: write }],
    [`/api/${one}/{id}`, { PUT: write, DELETE: write }],
  ]),
)

/**
 * The ceilings of every operation that writes, mails, texts, asks a third party or stores, by its path and method
 * (D-102, D-116). tests/schemas/ceilings.test.ts fails for one that has no entry.
 */
export const ceilings: { readonly [path: Endpoint['path']]: { readonly [method in Endpoint['method']]?: Ceiling } } = {
  '/login': { POST: texting(password(...most.passwordGuesses)) },
  '/login/confirm': { POST: texting(password(...most.codeGuesses('user'))) },
  '/login/token': { POST: limited(...most.codeGuesses('pending-user')) },
  '/login/token/text': { POST: texting(limited(...most.messages(3, 'pending-user'))) },
  '/login/reset-code': { POST: limited({ tries: 3, by: 'pending-user', counts: 'failures' }) },
  '/logout': { POST: write, GET: write },
  '/register': { POST: password(...most.registrations) },
  '/register-interest': { POST: limited(...most.messages(10, 'user')) },
  '/password/email': { POST: limited(...most.passwordResets) },
  '/password/reset': { POST: password(most.proofsAMinute('email-and-address')) },
  '/email/proof': { POST: limited(...most.messages(3, 'user')) },
  '/email/verify': { POST: limited(most.proofsAMinute('email-and-address')) },
  '/support/email': { POST: limited(...most.messages(5, 'user')) },
  '/spark/token': { PUT: limited(most.pageTokens) },

  '/settings/password': { PUT: password(most.proofsAMinute('user')) },
  '/settings/account': { DELETE: password(most.proofsAMinute('user')) },
  '/settings/personal-data': { GET: limited(most.personalExports) },
  '/settings/contact': { PUT: { ...write, boundedBy: 'changes of address of a user an hour and a day' } },
  '/settings/photo': { POST: uploads },
  '/settings/sessions': { DELETE: write },
  '/settings/sessions/{id}': { DELETE: write },
  '/settings/two-factor-auth': { POST: texting(limited(...most.messages(5, 'user'))), DELETE: write },
  '/settings/two-factor-auth/confirm': { POST: limited(most.proofsAMinute('user')) },
  '/settings/expiry-reminders': { PUT: write },
  '/settings/expiry-reminders/off/{token}': { GET: limited(...most.wrongLinks), POST: limited(...most.wrongLinks) },
  '/settings/checkpoint-mail': { PUT: write },
  '/settings/calendar': { POST: write, DELETE: write },
  '/settings/list-look': { PUT: write },
  '/user/last-read-announcements-at': { PUT: write },
  '/notifications/read': { PUT: write },
  '/api/saved-view': { POST: write },
  '/api/saved-view/{id}': { PUT: write, DELETE: write },

  '/settings/api/token': { POST: write },
  '/settings/api/token/{id}': { PUT: write, DELETE: write },
  '/oauth/personal-access-tokens': { POST: limited(most.personalTokensAMinute) },
  '/oauth/personal-access-tokens/{id}': { DELETE: write },
  '/oauth/clients': { POST: write },
  '/oauth/clients/{id}': { PUT: write, DELETE: write },
  '/oauth/authorize': {
    GET: limited(most.consentAnswers),
    POST: limited(most.consentAnswers),
    DELETE: limited(most.consentAnswers),
  },
  '/oauth/token': { POST: limited(...most.clientGuesses) },
  '/oauth/revoke': { POST: limited(...most.clientGuesses) },
  '/oauth/tokens/{id}': { DELETE: write },

  '/settings/{teams}': { POST: limited(most.teamsADay, most.writesAMinute) },
  '/settings/{teams}/{id}': { DELETE: write },
  '/settings/{teams}/{id}/name': { PUT: write },
  '/settings/{teams}/{id}/photo': { POST: uploads },
  '/settings/{teams}/{id}/reads': { PUT: write },
  '/settings/{teams}/{id}/second-factor': { PUT: write },
  '/settings/{teams}/{id}/share-links': { PUT: write },
  '/settings/{teams}/{id}/invitations': { POST: invitations },
  '/settings/{teams}/{teamId}/members/{userId}': { PUT: write, DELETE: write },
  '/{teams}/{id}/switch': { GET: write },
  '/settings/invitations/{id}': { DELETE: write },
  '/settings/invitations/{id}/resend': { POST: invitations },
  '/settings/invitations/{id}/accept': { POST: limited(most.invitationCodes) },
  '/settings/invitations/{id}/reject': { POST: write },
  '/invitations/{code}': { GET: limited(...most.wrongLinks) },
  '/team-invitations/{id}': { GET: limited(...most.wrongLinks) },
  '/team-invitations/{id}/logo': { GET: limited(...most.wrongLinks) },

  '/settings/subscription': { POST: subscribing, PUT: subscribing, DELETE: write },
  '/settings/{teams}/{id}/subscription': { POST: subscribing, PUT: subscribing, DELETE: write },
  '/settings/subscription/preview': { POST: previews },
  '/settings/{teams}/{id}/subscription/preview': { POST: previews },
  '/settings/extra-billing-information': { PUT: write },
  '/settings/{teams}/{id}/extra-billing-information': { PUT: write },
  '/settings/payment-method': { PUT: write },
  '/settings/{teams}/{id}/payment-method': { PUT: write },
  '/settings/payment-method/vat-id': { PUT: write },
  '/settings/{teams}/{id}/payment-method/vat-id': { PUT: write },
  '/settings/payment-method/coupon': { POST: redeeming },
  '/settings/{teams}/{id}/payment-method/coupon': { POST: redeeming },
  '/coupon/{code}': { GET: limited(...most.couponTries) },
  '/tax-rate': { POST: limited(most.taxRateTries) },
  '/webhook/stripe': { POST: signed },
  '/webhook/braintree': { POST: signed },

  ...ofRecords,
  '/api/field': { POST: { ...write, boundedBy: `${mostFields} fields of a noun` } },
  '/api/field/{id}': { PUT: write, DELETE: write },
  '/api/field/{id}/restore': { POST: write },
  '/api/fields': { PUT: write },
  '/api/client/{id}/thumbnail': { POST: uploads, DELETE: write },
  '/api/site/{id}/thumbnail': { POST: uploads, DELETE: write },
  '/api/categories': { PUT: write },
  '/api/category/{id}/requirement': { PUT: write, DELETE: write },
  '/api/site/{id}/exemption/{categoryId}': { PUT: write, DELETE: write },
  '/api/compliance/report': { GET: { atOnce: most.reportsAtOnce } },
  '/api/file': { POST: uploads },
  '/api/files': { POST: uploads },
  '/api/file/{id}/versions': { POST: uploads },
  '/api/file/{id}/versions/{version}/restore': { POST: write },
  '/api/files/bulk': { POST: write },
  '/api/document': { POST: uploads },
  '/api/documents': { POST: uploads },
  '/api/documents/bulk': { POST: write },
  '/api/documents/undo/{undo}': { POST: write },
  '/api/sites/bulk': { POST: write },
  '/api/sites/undo/{undo}': { POST: write },
  '/api/undo/{undo}': { POST: write },
  '/api/trash/restore': { POST: write },
  '/api/trash/{id}/restore': { POST: write },
  '/api/import/clients': { POST: importFiles },
  '/api/import/sites': { POST: importFiles },
  '/api/import/files': { POST: importFiles },
  '/api/import/{run}/file/{row}': { PUT: uploads },
  '/api/import/{run}/finish': { POST: write },
  '/api/import/{run}/stop': { POST: write },
  '/api/import/{run}/undo': { POST: imports },
  '/api/sample': { POST: imports },
  '/api/sample/undo': { POST: imports },
  '/api/zips': { POST: { tries: [most.zipsAMinute], atOnce: most.zipsAtOnce } },
  '/api/zips/{zip}': { GET: { atOnce: most.zipsAtOnce } },
  '/api/packs': { POST: { ...write, boundedBy: 'two packs of a team at once' } },
  '/api/packs/{id}': { DELETE: write },
  '/api/packs/{id}/download': { GET: { atOnce: most.zipsAtOnce } },
  '/api/stream': { GET: { atOnce: most.streamsAtOnce } },

  '/api/share': {
    POST: { ...password(most.writesAMinute), boundedBy: `${most.openSharesOfRecord} open links of a record` },
  },
  '/api/share/{id}': { DELETE: write },
  '/share/{secret}': {
    GET: limited(...most.wrongLinks, ...most.sharedPages),
    POST: password(...most.shareGuesses),
  },
  '/share/{secret}/zip': { GET: { tries: [...most.wrongLinks, ...most.sharedZips], atOnce: most.zipsAtOnce } },
  '/share/{secret}/{id}/download': { GET: limited(...most.wrongLinks, ...most.sharedPages) },
  '/share/{secret}/{id}/thumbnail': { GET: limited(...most.wrongLinks) },
  '/calendar/{secret}.ics': { GET: limited(...most.wrongLinks, ...most.sharedPages) },

  '/spark/kiosk/announcements': { POST: write },
  '/spark/kiosk/announcements/{id}': { PUT: write, DELETE: write },
  '/spark/kiosk/users/impersonate/{id}': { GET: write, POST: write },
  '/spark/kiosk/users/stop-impersonating': { GET: write },
  '/spark/kiosk/users/discount/{userId}': { POST: write },
  '/spark/kiosk/users/search': { POST: searches },
  '/spark/kiosk/users/{id}/two-factor-reset-code': { POST: write },
  '/api/kiosk/users/{id}/email-proof': { POST: write },
  '/api/kiosk/users/{id}/verify-email': { POST: write },
  '/api/kiosk/users/{id}/sessions': { DELETE: write },
  '/api/kiosk/teams/search': { POST: searches },
  '/api/kiosk/teams/discount/{id}': { POST: write },
  '/api/kiosk/teams/plan/{teamId}': { POST: write },
  '/api/kiosk/teams/{id}/limits': { POST: write, DELETE: write },
  '/api/kiosk/teams/{id}/restore': { POST: write },
  '/api/kiosk/settings/{teams}/{id}': { DELETE: write },
  '/api/kiosk/team-invitations': { POST: uploads, DELETE: write },
  '/api/kiosk/team-invitations/{id}': { DELETE: write },
  '/api/kiosk/team-invitations/{id}/resend': { POST: write },
  '/api/kiosk/billing/sweep': { POST: write },
  '/api/kiosk/metrics/replay': { POST: write },
  '/api/kiosk/projections/skips': { POST: write },
  '/api/kiosk/projections/{name}/rebuild': { POST: write, DELETE: write },
  '/api/kiosk/projections/{name}/rebuild/swap': { POST: write },
  '/api/kiosk/projections/{name}/rebuild/roll-back': { POST: write },
  '/api/kiosk/queues/{queue}/pause': { POST: write },
  '/api/kiosk/queues/{queue}/resume': { POST: write },
  '/api/kiosk/queues/{queue}/retry': { POST: write },
}

/** The ceiling of an operation; undefined for one that only reads. */
export const ceilingOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): Ceiling | undefined =>
  ceilings[path]?.[method]
