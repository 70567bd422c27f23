import { PDFDocument, type PDFFont, rgb, StandardFonts } from 'pdf-lib'
import type { SampleContent } from '#schemas/records/sample-content.ts'

type Paper = Extract<SampleContent, { kind: 'paper' }>

const ink = rgb(0.13, 0.17, 0.22)
const grey = rgb(0.45, 0.49, 0.54)
const brand = rgb(0.12, 0.44, 0.53)
const white = rgb(1, 1, 1)
const left = 56

const drawn = (font: PDFFont, size: number, color = ink) => ({ font, size, color, x: left })

/** A certificate or report on one page A4, with the date fixed so that its bytes are always the same. */
export const drawPaper = async ({ title, about, text }: Paper): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const page = pdf.addPage([595, 842])
  page.drawRectangle({ x: 0, y: 742, width: 595, height: 100, color: brand })
  page.drawText(title, { ...drawn(bold, 24, white), x: left + 36, y: 781 })
  for (const [n, [label, value]] of about.entries()) {
    const y = 690 - n * 26
    page.drawText(label, { ...drawn(regular, 12, grey), y })
    page.drawText(value, { ...drawn(bold, 13), x: left + 90, y })
  }
  page.drawLine({ start: { x: left, y: 612 }, end: { x: 539, y: 612 }, thickness: 1, color: grey })
  for (const [n, line] of text.entries()) page.drawText(line, { ...drawn(regular, 13), y: 578 - n * 30 })
  const boxTop = 560 - text.length * 30
  for (let row = 0; row < 6; row += 1) {
    const y = boxTop - row * 34
    page.drawRectangle({ x: left, y: y - 20, width: 12, height: 12, borderColor: brand, borderWidth: 1.2 })
    page.drawText('x', { ...drawn(bold, 11, brand), x: left + 3, y: y - 17.5 })
    page.drawLine({ start: { x: left + 26, y: y - 20 }, end: { x: 539, y: y - 20 }, thickness: 0.5, color: grey })
  }
  page.drawText('Made-up sample data. No such firm or building exists.', { ...drawn(regular, 9, grey), y: 48 })
  pdf.setTitle(title)
  pdf.setLanguage('en-GB')
  return pdf.save()
}
