import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { invoicePdf } from '#api/adapters/pdf/invoice-pdf.ts'
import { textOf } from '#tests/api/renderer/documents.ts'
import { type InvoiceData, invoiceFor } from '#tests/support/invoices.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

const billable = { kind: 'team', id: newTeamId() } as const
const issued = (changes: Partial<InvoiceData> = {}) => invoiceFor(billable, changes)
const to = (changes: Partial<NonNullable<InvoiceData['buyer']>>) => ({ buyer: { ...billed, ...changes } })
const billed = issued().buyer as NonNullable<InvoiceData['buyer']>

const textIn = async (invoice: InvoiceData) => textOf(await invoicePdf(invoice))
const linesIn = async (invoice: InvoiceData) => (await textIn(invoice)).split(/[\r\n]+/)
const pagesOf = async (invoice: InvoiceData) => (await PDFDocument.load(await invoicePdf(invoice))).getPageCount()
const times = (many: number, text: string) => Array.from({ length: many }, (_, at) => `${text} ${at + 1}`)

describe('the PDF of an invoice', () => {
  test('says who sold what to whom, when, for how much and with which tax', async () => {
    const text = await textIn(issued({ number: 'SL-0042' }))

    for (const part of [
      'SL-0042',
      'March 1st, 2026',
      'On receipt',
      'March 1st, 2026 – April 1st, 2026',
      'Siteledger Ltd',
      '1 High Street',
      'VAT number GB980780684',
      'North Facilities',
      '2 Low Road',
      'Leeds, West Yorkshire, LS1 1AA',
      'United Kingdom',
      'Order 4711',
      'Starter',
      '£19.00',
      'VAT 20 % (United Kingdom)',
      '£3.80',
      'Total',
      '£22.80',
      'Page 1 of 1',
    ]) {
      expect(text).toContain(part)
    }
  })

  test('names discounts, credit that pays a part, and what is left to pay', async () => {
    const discounts = [{ name: 'WELCOME', percentOff: 25, amountMinor: 475 }]
    const lines = await linesIn(issued({ discounts, creditMinor: 500, totalMinor: 1710 }))

    expect(lines).toEqual(expect.arrayContaining(['Discount WELCOME (25 %) -£4.75', 'To be paid £12.10']))
  })

  test.each([
    ['reverse-charge', 'Reverse charge: VAT to be accounted for by the recipient.'],
    ['outside-scope', 'VAT 0 %: outside the scope of European VAT.'],
  ] as const)('[D-69] tells why no VAT is charged: %s', async (vat, note) => {
    expect(await textIn(issued({ vat, taxes: [] }))).toContain(note)
    expect(await textIn(issued())).not.toContain(note)
  })

  test.each(['Łódź Žďár Đặng', 'Ελληνική Συντήρηση', 'Обслуживание зданий', 'Հայկական', 'საქართველო', 'ኩባንያ', 'บริษัท'])(
    'shows a name as it is written, as text that can be selected: %s',
    async (name) => {
      expect(await textIn(issued(to({ name })))).toContain(name)
    },
  )

  test.each(['شركة الصيانة', 'תחזוקה', 'रखरखाव कंपनी', 'கம்பெனி', 'ក្រុមហ៊ុន'])(
    'embeds a font for the script of a name: %s',
    async (name) => {
      const [plain, own] = await Promise.all([invoicePdf(issued()), invoicePdf(issued(to({ name })))])
      const fonts = async (bytes: Uint8Array) =>
        (await PDFDocument.load(bytes)).context
          .enumerateIndirectObjects()
          .filter(([, each]) => String(each).includes('/FontFile2')).length

      expect(await fonts(own)).toBe((await fonts(plain)) + 1)
    },
  )

  test('goes on on further pages, with the names of the columns on each', async () => {
    const [line] = issued().lines
    const lines = times(120, 'Starter').map((description) => ({
      ...(line as InvoiceData['lines'][number]),
      description,
    }))
    const invoice = issued({ lines })
    const pages = await pagesOf(invoice)
    const text = await textIn(invoice)

    expect(pages).toBeGreaterThan(3)
    for (const { description } of lines) expect(text).toContain(`${description}\r\n`)
    expect(text.match(/Description/g)).toHaveLength(pages)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  test('breaks names, words and lists that are too long', async () => {
    const word = 'Verwaltungsgebäudereinigung'.repeat(8)
    const information = times(100, 'Order').join('\n')
    const invoice = issued(to({ name: `North ${word}`, information }))

    expect((await textIn(invoice)).replace(/\s/g, '')).toContain(word)
    expect(await linesIn(invoice)).toEqual(expect.arrayContaining(times(100, 'Order')))
    expect(await pagesOf(invoice)).toBeGreaterThan(1)
  })

  test('has the same bytes each time, a title, a language and the date of issue', async () => {
    const invoice = issued(to({ name: 'Обслуживание' }))
    const bytes = await invoicePdf(invoice)
    const pdf = await PDFDocument.load(bytes, { updateMetadata: false })

    expect(Buffer.compare(bytes, await invoicePdf(invoice))).toBe(0)
    expect(pdf.getTitle()).toBe('Invoice SL-0001')
    expect(String(pdf.catalog)).toContain('en-GB')
    expect(pdf.getCreationDate()).toEqual(new Date(invoice.issuedAt))
  })

  test('is drawn without a buyer after the years for which the law wants one', async () => {
    expect(await textIn(issued({ buyer: null }))).not.toContain('North Facilities')
  })
})
