import { outbox } from '#projections/outbox/outbox.ts'
import { billingReminders } from '#projections/sweeps/billing-reminders.ts'
import { deletedTeams } from '#projections/sweeps/deleted-teams.ts'
import { endedGrants } from '#projections/sweeps/ended-grants.ts'
import { expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { expiryReminders } from '#projections/sweeps/expiry-reminders.ts'
import { keptBuyers } from '#projections/sweeps/kept-buyers.ts'
import { openBulks } from '#projections/sweeps/open-bulks.ts'
import { openErasures } from '#projections/sweeps/open-erasures.ts'
import { openImpersonations } from '#projections/sweeps/open-impersonations.ts'
import { openRegistrations, openReservations } from '#projections/sweeps/open-reservations.ts'
import { isEventType } from '#schemas/events/registry.ts'

/** The workers' own read models. */
export const readModels = [
  outbox,
  openReservations,
  openRegistrations,
  openErasures,
  deletedTeams,
  openBulks,
  expiredTrash,
  billingReminders,
  keptBuyers,
  endedGrants,
  openImpersonations,
  expiryReminders,
]

/** The event types that they handle; the subscription reads no others. */
export const handledTypes = [
  ...new Set([...readModels.flatMap(({ handlers }) => Object.keys(handlers)), 'EventSkipped']),
].filter(isEventType)
