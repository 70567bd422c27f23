import { z } from 'zod'
import { Currency } from '#schemas/billing/money.ts'
import { PageQuery } from '#schemas/calls/page.ts'
import { endpoint } from '../endpoint.ts'
import { InvoiceId, TeamId } from '../ids.ts'

/** An invoice; amounts in major units, such as pounds (D-31). Those of 0.00 are among them: pages hide them. */
export const Invoice = z
  .object({
    id: InvoiceId,
    number: z.string(),
    date: z.iso.datetime(),
    /** With tax. */
    total: z.number(),
    tax: z.number(),
    currency: Currency,
    /** `refunded` if all of it was paid back. */
    status: z.enum(['open', 'paid', 'void', 'refunded']),
  })
  .meta({ id: 'Invoice' })
export type Invoice = z.infer<typeof Invoice>

/** Whoever keeps the books asks by program: a token of the payer that was granted `billing.view` by name (D-114). */
const ofOwner = {
  access: 'signed-in',
  caller: { byToken: 'billing.view', inPerson: true },
} as const
const many = { ...ofOwner, query: PageQuery, response: z.array(Invoice) } as const
const pdf = { ...ofOwner, response: 'content', transport: { content: { types: ['application/pdf'] } } } as const

export const listInvoices = endpoint('GET /settings/invoices', { ...many, summary: 'Your own invoices, newest first' })

export const listTeamInvoices = endpoint('GET /settings/{teams}/{id}/invoices', {
  ...many,
  summary: 'The invoices of a team, newest first; its owner alone may',
  params: z.object({ id: TeamId }),
})

export const downloadInvoice = endpoint('GET /settings/invoice/{id}', {
  ...pdf,
  summary: 'One of your own invoices as PDF',
  params: z.object({ id: InvoiceId }),
})

export const downloadTeamInvoice = endpoint('GET /settings/{teams}/{id}/invoice/{invoice_id}', {
  ...pdf,
  summary: 'An invoice of a team as PDF; its owner alone may',
  params: z.object({ id: TeamId, invoice_id: InvoiceId }),
})
