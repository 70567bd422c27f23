import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'
import type { Picked } from '../support/documents.ts'

const ink = rgb(0.15, 0.2, 0.25)

/** A certificate of one page as an inspector would leave it; its file is named as it is titled. */
export const certificate = async (title: string): Promise<Picked> => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  page.drawRectangle({ x: 0, y: 742, width: 595, height: 100, color: rgb(0.17, 0.51, 0.6) })
  page.drawText(title, { x: 48, y: 780, size: 26, font, color: rgb(1, 1, 1) })
  const said = [
    'Quay House, SE1 2AB',
    'Inspected on 3 November 2025',
    'The flue was found sound, the valve was replaced.',
    'Next inspection: November 2026',
  ]
  for (const [at, line] of said.entries()) page.drawText(line, { x: 48, y: 680 - at * 34, size: 15, font, color: ink })
  for (let y = 500; y > 180; y -= 40)
    page.drawLine({ start: { x: 48, y }, end: { x: 547, y }, color: ink, opacity: 0.3 })
  return { name: `${title}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

/** A picture of a house under a sky of a colour, of any proportions. */
export const photo = async (name: string, sky: string, [width, height]: readonly [number, number]): Promise<Picked> => {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 8 6" preserveAspectRatio="xMidYMax slice">
    <rect width="8" height="6" fill="${sky}"/><rect y="4.6" width="8" height="1.4" fill="#5d7052"/>
    <path d="M2 5V2.6L4 1.2l2 1.4V5z" fill="#f2e9dc"/><path d="M1.6 2.9 4 1l2.4 1.9" fill="none" stroke="#8a4b38" stroke-width=".35"/>
    <rect x="3.6" y="3.6" width=".8" height="1.4" fill="#44546a"/></svg>`
  return { name, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(drawing)).jpeg({ quality: 85 }).toBuffer() }
}
