import type * as contracts from '#schemas/resources/billing.ts'
import type * as invoices from '#schemas/resources/invoices.ts'
import type * as preview from '#schemas/resources/subscription-preview.ts'
import type * as tax from '#schemas/resources/tax-rate.ts'
import { call } from '#web/lib/call.ts'

export const taxRate = call<typeof tax.showTaxRate>('POST', '/tax-rate', 'public')

const empty = { response: 'empty' } as const

/** Calls about the account of a team. */
export const teamBilling = {
  subscribe: call<typeof contracts.changeTeamSubscription>('PUT', '/settings/{teams}/{id}/subscription', 'signed-in'),
  cancel: call<typeof contracts.cancelTeamSubscription>(
    'DELETE',
    '/settings/{teams}/{id}/subscription',
    'signed-in',
    empty,
  ),
  replaceCard: call<typeof contracts.replaceTeamCard>('PUT', '/settings/{teams}/{id}/payment-method', 'signed-in'),
  changeVatNumber: call<typeof contracts.changeTeamVatNumber>(
    'PUT',
    '/settings/{teams}/{id}/payment-method/vat-id',
    'signed-in',
  ),
  changeInformation: call<typeof contracts.changeTeamBillingInformation>(
    'PUT',
    '/settings/{teams}/{id}/extra-billing-information',
    'signed-in',
  ),
  preview: call<typeof preview.previewTeamSubscription>(
    'POST',
    '/settings/{teams}/{id}/subscription/preview',
    'signed-in',
  ),
  invoices: call<typeof invoices.listTeamInvoices>('GET', '/settings/{teams}/{id}/invoices', 'signed-in'),
}

/** The same calls about the account of the signed-in user. */
export const userBilling = {
  subscribe: call<typeof contracts.changeSubscription>('PUT', '/settings/subscription', 'signed-in'),
  cancel: call<typeof contracts.cancelSubscription>('DELETE', '/settings/subscription', 'signed-in', empty),
  replaceCard: call<typeof contracts.replaceCard>('PUT', '/settings/payment-method', 'signed-in'),
  changeVatNumber: call<typeof contracts.changeVatNumber>('PUT', '/settings/payment-method/vat-id', 'signed-in'),
  changeInformation: call<typeof contracts.changeBillingInformation>(
    'PUT',
    '/settings/extra-billing-information',
    'signed-in',
  ),
  preview: call<typeof preview.previewSubscription>('POST', '/settings/subscription/preview', 'signed-in'),
  invoices: call<typeof invoices.listInvoices>('GET', '/settings/invoices', 'signed-in'),
}

export const downloadInvoice = call<typeof invoices.downloadInvoice>('GET', '/settings/invoice/{id}', 'signed-in')
export const downloadTeamInvoice = call<typeof invoices.downloadTeamInvoice>(
  'GET',
  '/settings/{teams}/{id}/invoice/{invoice_id}',
  'signed-in',
)
