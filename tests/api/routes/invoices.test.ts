import { describe, expect } from 'vitest'
import type { Billable } from '#schemas/billing/billable.ts'
import { downloadInvoice, downloadTeamInvoice, listInvoices, listTeamInvoices } from '#schemas/resources/invoices.ts'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'
import { textOf } from '#tests/api/renderer/documents.ts'
import { appUrl, startApp } from '#tests/support/app.ts'
import { issueInvoice } from '#tests/support/invoices.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const { app, test } = sharedApp({ env: { collectVat: true, homeCountry: 'GB' } })

const owner = prepared(() => newTeam(app))

const ofTeam = (member: Member): Billable => ({ kind: 'team', id: member.teamId })
const at = '2026-03-02T10:00:00.000Z'

describe('invoices of a team', () => {
  test('[API2D-16] [ENT2-29] are listed newest first, amounts in major units', async ({ ann }) => {
    await issueInvoice(app, ofTeam(ann), { number: 'SL-1' }, { type: 'PayInvoice', at })
    await issueInvoice(app, ofTeam(ann), {
      number: 'SL-2',
      issuedAt: '2026-04-01T10:00:00.000Z',
      totalMinor: 0,
      netMinor: 0,
    })
    const last = { number: 'SL-3', issuedAt: '2026-05-01T10:00:00.000Z' }
    const refund = { type: 'RefundInvoice', refundedMinor: 2280, at } as const
    const { seen } = await issueInvoice(app, ofTeam(ann), last, { type: 'PayInvoice', at }, refund)

    const { body, headers } = await ann.call(listTeamInvoices, { params: { id: ann.teamId } }, seen)

    expect(body).toMatchObject([
      { number: 'SL-3', status: 'refunded' },
      { number: 'SL-2', total: 0, tax: 0, status: 'open' },
      { number: 'SL-1', total: 22.8, tax: 3.8, currency: 'gbp', status: 'paid', date: '2026-03-01T10:00:00.000Z' },
    ])
    expect(headers.get('x-total-count')).toBe('3')
    expect(await ann.ask(listInvoices)).toEqual([])
  })

  test('[API2D-18] are downloaded as PDF, to be saved, also by typing the address', async () => {
    const { data, seen } = await issueInvoice(app, ofTeam(owner), { number: 'SL/2026 7' })
    const path = `/settings/teams/${owner.teamId}/invoice/${data.invoiceId}`
    const answer = await fetch(app.url + path, {
      headers: { ...seen.headers, cookie: owner.cookie() ?? '', accept: 'text/html', referer: `${appUrl}/` },
    })

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename=invoice-SL-2026-7.pdf')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await textOf(new Uint8Array(await answer.arrayBuffer()))).toContain('North Facilities')
  })

  test('are not found among those of another team or user', async ({ eve }) => {
    const { data, seen } = await issueInvoice(app, ofTeam(eve))
    const id = data.invoiceId

    const params = { id: owner.teamId, invoice_id: id }
    expect((await owner.refused(downloadTeamInvoice, { params }, seen)).status).toBe(404)
    expect((await eve.refused(downloadInvoice, { params: { id } })).status).toBe(404)
  })
})

test('[API2D-15] [API2D-17] invoices of a user are listed and downloaded', async ({ ann }) => {
  const { data, seen } = await issueInvoice(app, { kind: 'user', id: ann.userId }, { number: 'SL-9' })

  expect(await ann.ask(listInvoices, {}, seen)).toMatchObject([{ id: data.invoiceId, number: 'SL-9' }])
  const { headers } = await ann.call(downloadInvoice, { params: { id: data.invoiceId } })
  expect(headers.get('content-disposition')).toBe('attachment; filename=invoice-SL-9.pdf')
})

const inLeeds = { address: '1 High Street', city: 'Leeds', state: 'Yorkshire', zip: 'LS1', country: 'GB' }

describe('the tax rate', () => {
  const off = prepared(() => startApp({ env: { collectVat: false } }))

  const rateOf = async (body: object, of = app) => (await of.guest().ask(showTaxRate, { body })).rate

  test('[API2D-14] is that of the country of a billing address, in percent, for everybody', async () => {
    expect(await app.guest().call(showTaxRate, { body: inLeeds })).toMatchObject({ status: 200, body: { rate: 20 } })
    expect(await rateOf({ ...inLeeds, country: 'FI' })).toBe(25.5)
  })

  test('[D-69] is 0 with a valid number in another country than the seller’s', async () => {
    expect(await rateOf({ ...inLeeds, country: 'DE', vat_id: 'DE 136 695 976' })).toBe(0)
    expect(await rateOf({ ...inLeeds, country: 'GR', vat_id: 'EL094259216' })).toBe(0)
    expect(await rateOf({ ...inLeeds, country: 'GR', vat_id: 'GR094259216' })).toBe(24)
    expect(await rateOf({ ...inLeeds, vat_id: 'XI 980 780 684' })).toBe(20)
    expect(await rateOf({ ...inLeeds, country: 'DE', vat_id: 'FR40303265045' })).toBe(19)
  })

  test.each([
    [{}],
    [{ ...inLeeds, zip: '' }],
    [{ ...inLeeds, country: 'US' }],
    [{ ...inLeeds, country: 'Great Britain' }],
    [{ ...inLeeds, city: 7, vat_id: ['x'] }],
    [{ ...inLeeds, state: 'x'.repeat(1000) }],
  ])('is 0 for what cannot be taxed: %j', async (body) => {
    expect(await rateOf(body)).toBe(0)
  })

  test('[VAL2-10] is 0 where VAT is not collected', async () => {
    expect(await rateOf(inLeeds, off)).toBe(0)
  })
})
