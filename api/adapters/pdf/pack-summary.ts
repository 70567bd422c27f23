import { PDFDocument } from 'pdf-lib'
import { toBuffer } from 'qrcode'
import { embedFonts } from './fonts.ts'
import { contentWidth, landscape, openSheet, type Picture } from './sheet.ts'
import { drawTable } from './table.ts'

/** What is in an evidence pack, on paper; `code` is what its QR code says, `at` the instant that it is dated. */
export type PackSummary = {
  title: string
  at: Date
  code: string
  facts: readonly (readonly [label: string, value: string])[]
  tables: readonly PackTable[]
}

/** A row of texts, and a JPEG of what it is about. */
type PackRow = { cells: readonly string[]; picture?: Uint8Array | undefined }

/** A table whose first column is `first` points wide; `all` are its rows with those that are left out, as `file` has them. */
type PackTable = {
  heading: readonly string[]
  first: number
  rows: readonly PackRow[]
  all: number
  file: string
}

const width = contentWidth(landscape)
const text = { size: 8 }
const grey = { size: 8, ink: 'grey' } as const
const code = { side: 110, right: 50, top: 56 }
const room = { width: 40, height: 30 }

/** Pictures of rows, each fitted into the room for one. */
const pictured = (pdf: PDFDocument, rows: readonly PackRow[]): Promise<(Picture | undefined)[]> =>
  Promise.all(
    rows.map(async (row) => {
      // What came out of the renderer need not be a picture.
      const image = row.picture && (await pdf.embedJpg(row.picture).catch(() => undefined))
      return image && { image, ...image.scaleToFit(room.width, room.height) }
    }),
  )

/** Draws a summary of at most so many pages, of which its last table has a third. The same is drawn in the same bytes. */
export const packSummary = async (summary: PackSummary, mostPages = 200): Promise<Uint8Array> => {
  const { title, at, facts, tables } = summary
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const texts = tables.map(({ heading, rows }) => [heading, ...rows.map(({ cells }) => cells)])
  const sheet = openSheet(pdf, await embedFonts(pdf, JSON.stringify([title, facts, texts])), landscape)
  const { side, right, top } = code
  pdf.getPage(0).drawImage(await pdf.embedPng(await toBuffer(summary.code, { margin: 0, scale: 6 })), {
    x: landscape.width - right - side,
    y: landscape.height - top - side,
    width: side,
    height: side,
  })
  sheet.row({ x: 0, width: width - side - 20, paragraphs: [{ size: 18, bold: true, text: title }] })
  sheet.space(8)
  for (const [label, value] of facts)
    sheet.row(
      { x: 0, width: 100, paragraphs: [{ ...grey, text: label }] },
      { x: 105, width: width - 105 - side - 20, paragraphs: [{ ...text, text: value }] },
    )
  for (const [index, { heading, first, rows, all, file }] of tables.entries()) {
    const most = index === tables.length - 1 ? mostPages - 1 : (mostPages * 2) / 3
    sheet.space(18)
    const pictures = await pictured(pdf, rows)
    const drawn = drawTable(
      sheet,
      rows.map((row) => row.cells.map((each) => [{ ...text, text: each }])),
      heading,
      { width, first, pictures, hasRoom: () => pdf.getPageCount() < most },
    )
    const rest = `and ${(all - drawn).toLocaleString('en-GB')} more in ${file}`
    if (drawn < all) sheet.row({ x: 0, width, paragraphs: [{ ...grey, text: rest }] })
  }
  sheet.finish(title)
  pdf.setTitle(title, { showInWindowTitleBar: true })
  pdf.setLanguage('en-GB')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return pdf.save()
}
