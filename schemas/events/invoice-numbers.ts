import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { InvoiceId } from '../ids.ts'

export const invoiceNumberEvents = {
  /** An invoice got its number, where the payment provider gives none; `sequence` counts each year's from 1, without a gap. */
  InvoiceNumbered: z.object({ invoiceId: InvoiceId, year: z.int(), sequence: z.int().min(1) }),
}

export type InvoiceNumberEvent = EventOf<typeof invoiceNumberEvents>
