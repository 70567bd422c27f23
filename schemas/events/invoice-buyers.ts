import { z } from 'zod'
import type { EventOf } from '../event.ts'

export const invoiceBuyersEvents = {
  /** The law wants the invoices under a buyers' key no longer: the key was destroyed, and nobody can read who was billed. */
  InvoiceBuyersForgotten: z.object({ buyerKey: z.string() }),
}

export type InvoiceBuyersEvent = EventOf<typeof invoiceBuyersEvents>
