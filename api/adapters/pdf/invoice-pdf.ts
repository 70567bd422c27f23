import { PDFDocument } from 'pdf-lib'
import { showMoney } from '#schemas/billing/money.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { longDate } from '#schemas/time/dates.ts'
import { embedFonts } from './fonts.ts'
import { type Cell, openSheet, portrait, type Sheet, contentWidth as widthOn } from './sheet.ts'

type Invoice = EventNamed<'InvoiceRecorded'>['data']
type Buyer = NonNullable<Invoice['buyer']>

const contentWidth = widthOn(portrait)

const text = { size: 9.5 }
const small = { size: 8, ink: 'grey' } as const
const strong = { ...text, bold: true }

/** The columns of the lines: what, how many, at what price, how much. */
const columns = [
  { x: 0, width: 265 },
  { x: 270, width: 45, align: 'right' },
  { x: 320, width: 80, align: 'right' },
  { x: 405, width: contentWidth - 405, align: 'right' },
] as const
const [what, , , amount] = columns
const sumLabel = { x: 200, width: 200, align: 'right' } as const

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const countryName = (code: string | null): string | null => (code === null ? null : (regions.of(code) ?? code))

const dayOf = (instant: string): string => longDate(instant, 'UTC')
const daysOf = ({ from, to }: NonNullable<Invoice['period']>): string => `${dayOf(from)} – ${dayOf(to)}`

const block = (
  place: Pick<Cell, 'x' | 'width'>,
  heading: string,
  name: string,
  lines: readonly (string | null)[],
): Cell => ({
  ...place,
  paragraphs: [
    { ...small, text: heading },
    { ...strong, text: name },
    ...lines.filter((line) => line !== null && line !== '').map((line) => ({ ...text, text: line ?? '' })),
  ],
})

const sellerBlock = ({ seller }: Invoice): Cell =>
  block({ x: 0, width: 230 }, 'From', seller.name, [
    ...seller.address,
    seller.vatId && `VAT number ${seller.vatId}`,
    seller.email,
  ])

const buyerLines = ({ address, addressLine2, city, state, zip, country, vatId, email, information }: Buyer) => [
  address,
  addressLine2,
  [city, state, zip].filter(Boolean).join(', '),
  countryName(country),
  vatId && `VAT number ${vatId}`,
  email,
  information,
]

/** After the years for which invoices are kept, who it was for is not known any more. */
const buyerBlock = ({ buyer }: Invoice): Cell =>
  block({ x: 265, width: contentWidth - 265 }, 'Billed to', buyer?.name ?? '—', buyer ? buyerLines(buyer) : [])

const drawFacts = (sheet: Sheet, { number, issuedAt, dueAt, period }: Invoice) => {
  const fact = (label: string, value: string) =>
    sheet.row(
      { x: 0, width: 95, paragraphs: [{ ...text, ink: 'grey', text: label }] },
      { x: 100, width: contentWidth - 100, paragraphs: [{ ...text, text: value }] },
    )
  sheet.row({ x: 0, width: contentWidth, paragraphs: [{ size: 22, bold: true, text: 'Invoice' }] })
  sheet.space(8)
  fact('Number', number)
  fact('Date of issue', dayOf(issuedAt))
  fact('Due', dueAt === null ? 'On receipt' : dayOf(dueAt))
  if (period) fact('Period', daysOf(period))
}

const drawLines = (sheet: Sheet, { lines, currency }: Invoice) => {
  const heading = () => {
    const labels = ['Description', 'Quantity', 'Unit price', 'Amount']
    sheet.row(...columns.map((column, at) => ({ ...column, paragraphs: [{ ...small, text: labels[at] ?? '' }] })))
    sheet.space(3)
    sheet.rule()
    sheet.space(6)
  }
  heading()
  sheet.repeat(heading)
  for (const { description, quantity, unitMinor, amountMinor, period } of lines) {
    const values = [
      String(quantity),
      unitMinor === null ? '' : showMoney(unitMinor, currency),
      showMoney(amountMinor, currency),
    ]
    const about = period ? [{ ...small, text: daysOf(period) }] : []
    sheet.row(
      { ...what, paragraphs: [{ ...text, text: description }, ...about] },
      ...columns.slice(1).map((column, at) => ({ ...column, paragraphs: [{ ...text, text: values[at] ?? '' }] })),
    )
    sheet.space(4)
  }
  sheet.repeat(null)
}

const drawSums = (sheet: Sheet, invoice: Invoice) => {
  const { discounts, taxes, netMinor, totalMinor, creditMinor, currency } = invoice
  const sum = (label: string, minor: number, style = text) =>
    sheet.row(
      { ...sumLabel, paragraphs: [{ ...style, text: label }] },
      { ...amount, paragraphs: [{ ...style, text: showMoney(minor, currency) }] },
    )
  sheet.rule()
  sheet.space(6)
  for (const { name, percentOff, amountMinor } of discounts) {
    sum(percentOff === null ? `Discount ${name}` : `Discount ${name} (${percentOff} %)`, -amountMinor)
  }
  sum('Net', netMinor)
  for (const { country, rate, amountMinor } of taxes) {
    sum([`VAT ${rate} %`, country && `(${countryName(country)})`].filter(Boolean).join(' '), amountMinor)
  }
  sum('Total', totalMinor, strong)
  if (creditMinor !== 0) {
    sum('Paid from credit', -creditMinor)
    sum('To be paid', totalMinor - creditMinor, strong)
  }
}

/** The sentence that the law requires where no VAT is charged (D-69). */
const notes: Record<Invoice['vat'], string | null> = {
  charged: null,
  'reverse-charge': 'Reverse charge: VAT to be accounted for by the recipient.',
  'outside-scope': 'VAT 0 %: outside the scope of European VAT.',
  'not-collected': null,
}

/**
 * An invoice as PDF, A4, from what was recorded when it was issued, so that it has the same bytes at any time: dates are
 * days of UTC. Its text can be selected; long names and many lines go on on further pages.
 */
export const invoicePdf = async (invoice: Invoice): Promise<Uint8Array> => {
  const { number, issuedAt, seller, vat } = invoice
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const sheet = openSheet(pdf, await embedFonts(pdf, JSON.stringify(invoice)), portrait)
  drawFacts(sheet, invoice)
  sheet.space(18)
  sheet.row(sellerBlock(invoice), buyerBlock(invoice))
  sheet.space(24)
  drawLines(sheet, invoice)
  drawSums(sheet, invoice)
  const note = notes[vat]
  if (note) {
    sheet.space(14)
    sheet.row({ x: 0, width: contentWidth, paragraphs: [{ ...text, text: note }] })
  }
  sheet.finish(`${seller.name} · Invoice ${number}`)
  pdf.setTitle(`Invoice ${number}`, { showInWindowTitleBar: true })
  pdf.setAuthor(seller.name)
  pdf.setLanguage('en-GB')
  pdf.setCreationDate(new Date(issuedAt))
  pdf.setModificationDate(new Date(issuedAt))
  return pdf.save()
}
