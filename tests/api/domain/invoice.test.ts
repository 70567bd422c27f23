import { describe, test } from 'vitest'
import { invoiceDecider } from '#api/domain/invoice.ts'
import { TeamId } from '#schemas/ids.ts'
import { deciding } from '#tests/support/decider.ts'
import { invoiceFor } from '#tests/support/invoices.ts'

const given = deciding(invoiceDecider)

const data = invoiceFor({ kind: 'team', id: TeamId.parse('00000000-0000-4000-8000-000000000001') })
const { invoiceId, billable, number, totalMinor, currency } = data
const named = { invoiceId, billable, number, totalMinor, currency }
const at = '2026-03-02T10:00:00.000Z'

const recorded = { type: 'InvoiceRecorded', data } as const
const paid = { type: 'InvoicePaid', data: { ...named, at } } as const
const voided = { type: 'InvoiceVoided', data: { ...named, at } } as const
const failed = (attempt: number) => ({ type: 'InvoicePaymentFailed', data: { ...named, attempt, nextAt: at } }) as const
const refunded = (amountMinor: number) => ({ type: 'InvoiceRefunded', data: { ...named, at, amountMinor } }) as const

const record = { type: 'RecordInvoice', ...data } as const
const pay = { type: 'PayInvoice', at } as const
const fail = (attempt: number) => ({ type: 'FailInvoicePayment', attempt, nextAt: at }) as const
const cancel = { type: 'VoidInvoice', at } as const
const refund = (refundedMinor: number) => ({ type: 'RefundInvoice', refundedMinor, at }) as const

describe('an invoice', () => {
  test('is recorded as it was issued, and never again, whatever is said of it later', () => {
    given().decides(record, recorded)
    given(recorded).ignores(record)
    given(recorded).ignores({ ...record, totalMinor: 1, number: 'another' })
  })

  test('is paid once, also after failed tries', () => {
    given(recorded).decides(pay, paid)
    given(recorded, failed(1)).decides(pay, paid)
    given(recorded, paid).ignores(pay)
  })

  test('keeps each failed try once, and none that is told after the payment', () => {
    given(recorded).decides(fail(1), failed(1))
    given(recorded, failed(1)).ignores(fail(1))
    given(recorded, failed(1)).decides(fail(3), failed(3))
    given(recorded, paid).ignores(fail(1))
  })

  test('is cancelled or paid, not both', () => {
    given(recorded).decides(cancel, voided)
    given(recorded, voided).ignores(cancel)
    given(recorded, voided).refuses(pay, 'invoice-settled')
    given(recorded, paid).refuses(cancel, 'invoice-settled')
  })

  test('is refunded by what is new in the sum of all refunds', () => {
    given(recorded, paid).decides(refund(500), refunded(500))
    given(recorded, paid, refunded(500)).ignores(refund(500))
    given(recorded, paid, refunded(500)).decides(refund(2280), refunded(1780))
    given(recorded).refuses(refund(500), 'invoice-settled')
  })

  test('exists before anything becomes of it', () => {
    for (const command of [pay, fail(1), cancel, refund(1)]) given().refuses(command, 'invoice-not-found')
  })
})
