import type { ContentStore } from '#api/adapters/content-store.ts'
import { sampleStore } from '#api/adapters/sample-contents/sample-contents.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { outbox } from '#projections/outbox/outbox.ts'
import { billingReminders, reminderQueries } from '#projections/sweeps/billing-reminders.ts'
import { deletedTeamQueries, deletedTeams } from '#projections/sweeps/deleted-teams.ts'
import { endedGrantQueries, endedGrants } from '#projections/sweeps/ended-grants.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { expiryReminderQueries, expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import { keptBuyerQueries, keptBuyers } from '#projections/sweeps/kept-buyers.ts'
import { bulkQueries, openBulks } from '#projections/sweeps/open-bulks.ts'
import { impersonationQueries, openImpersonations } from '#projections/sweeps/open-impersonations.ts'
import {
  openRegistrations,
  openReservations,
  registrationQueries,
  reservationQueries,
} from '#projections/sweeps/open-reservations.ts'
import { forgetBuyers } from '#workers/billing/forget-buyers.ts'
import { remindPayers } from '#workers/billing/remind-payers.ts'
import { finishBulks } from './bulks.ts'
import { endImpersonations, recordEndedGrants } from './ended-grants.ts'
import { endMemberships } from './ending-members.ts'
import type { ErasureTools } from './erasures.ts'
import { missingIn } from './expiry/missing.ts'
import { openExpiryReminding } from './expiry/remind.ts'
import { purgeTeams } from './purges.ts'
import { settleRegistrations } from './registrations.ts'
import { settleReservations } from './reservations.ts'
import type { Pass } from './sweeps.ts'
import { purgeTrash } from './trash-purges.ts'
import { openUnnamedSweep, type UnnamedTools } from './unnamed-contents.ts'

type PassTools = {
  ledger: Ledger
  content: ContentStore
  keys: ErasureTools['keys']
  /** The keyed digest that names reservation streams. */
  digest: (purpose: string, text: string) => string
  /** Years after which nobody can read any more who was billed by an invoice. */
  invoiceRetentionYears: number
  sweepBilling: Pass['run']
  /** Where days begin and end (APP_TIMEZONE). */
  timeZone: string
  /** The folder of the read models. */
  readModels: string
  log: UnnamedTools['log']
}

/** All passes of a sweep, in their order; `reading` opens a read model for queries. */
export const passesOf = (
  { ledger, content, keys, digest, invoiceRetentionYears, sweepBilling, timeZone, readModels, log }: PassTools,
  reading: (projection: Projection) => ReadDb,
): Pass[] => {
  const bulks = { ledger, bulks: bulkQueries(reading(openBulks)), storeSample: sampleStore(content) }
  const purging = { ledger, content, digest, keys, deletedTeams: deletedTeamQueries(reading(deletedTeams)) }
  const expiring = { ledger, content, expired: expiredQueries(reading(expiredTrash)) }
  const reminding = { ledger, reminders: reminderQueries(reading(billingReminders)) }
  const registering = { ledger, digest, keys, registrations: registrationQueries(reading(openRegistrations)) }
  const retention = { ledger, keys, years: invoiceRetentionYears, buyers: keptBuyerQueries(reading(keptBuyers)) }
  const ending = { ledger, grants: endedGrantQueries(reading(endedGrants)) }
  const acting = { ledger, impersonations: impersonationQueries(reading(openImpersonations)) }
  const expiryTools = { ledger, timeZone, missing: missingIn(readModels) }
  const dating = { ...expiryTools, reminders: expiryReminderQueries(reading(expiryReminders)) }
  const claims = { ledger, digest, claims: reservationQueries(reading(openReservations)) }
  return [
    { by: openBulks.name, run: (now) => finishBulks(bulks, now) },
    { by: deletedTeams.name, run: (now) => purgeTeams(purging, now) },
    { by: expiredTrash.name, run: (now) => purgeTrash(expiring, now) },
    { by: expiredTrash.name, run: openUnnamedSweep({ ...expiring, log }) },
    { by: outbox.name, run: sweepBilling },
    { by: billingReminders.name, run: (now) => remindPayers(reminding, now) },
    { by: openRegistrations.name, run: (now) => settleRegistrations(registering, now) },
    { by: keptBuyers.name, run: (now) => forgetBuyers(retention, now) },
    { by: endedGrants.name, run: (now) => recordEndedGrants(ending, now) },
    { by: openImpersonations.name, run: (now) => endImpersonations(acting, now) },
    { by: expiryReminders.name, run: (now) => endMemberships(dating, now) },
    { by: expiryReminders.name, run: openExpiryReminding(dating) },
    { by: openReservations.name, run: (now) => settleReservations(claims, now) },
  ]
}
