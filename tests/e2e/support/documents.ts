import { randomBytes } from 'node:crypto'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import sharp from 'sharp'

/** A file as a person picks it. */
export type Picked = { name: string; mimeType: string; buffer: Buffer }

/** The colours that fill the PDF's page and the photo's middle; nothing else on our pages has either. */
export const pdfColour = { r: 255, g: 0, b: 255 } as const
export const photoColour = { r: 0, g: 255, b: 0 } as const

/** A PDF of two pages from a real PDF library; `pdfColour` fills the first. */
export const newPdf = async (name: string): Promise<Picked> => {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const first = document.addPage([595, 842])
  const second = document.addPage([595, 842])
  first.drawRectangle({ width: 595, height: 842, color: rgb(pdfColour.r / 255, pdfColour.g / 255, pdfColour.b / 255) })
  for (const page of [first, second]) page.drawText(name, { x: 60, y: 760, size: 24, font })
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(await document.save()) }
}

const width = 3200
const height = 2400

/** A photo of several megabytes, as from a phone: grain that hardly compresses, with `photoColour` in the middle. */
export const newPhoto = async (name: string): Promise<Picked> => {
  const grain = { raw: { width, height, channels: 3 as const } }
  const middle = { create: { width: 1200, height: 900, channels: 3 as const, background: photoColour } }
  const buffer = await sharp(randomBytes(width * height * 3), grain)
    .composite([{ input: await sharp(middle).png().toBuffer() }])
    .jpeg({ quality: 80 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** A drawing of a few hundred bytes. */
export const newPlan = async (name: string): Promise<Picked> => {
  const background = { r: 240, g: 240, b: 230 }
  const drawing = sharp({ create: { width: 320, height: 200, channels: 3, background } })
  return { name, mimeType: 'image/png', buffer: await drawing.png().toBuffer() }
}

/** Whether at least a hundredth of an image shows a colour; JPEG and scaling shift colours a little. */
export const shows = async (image: Buffer, { r, g, b }: typeof pdfColour | typeof photoColour): Promise<boolean> => {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isNear = (at: number, value: number): boolean => Math.abs((data[at] ?? 0) - value) < 40
  let found = 0
  for (let at = 0; at < data.length; at += 3) {
    if (isNear(at, r) && isNear(at + 1, g) && isNear(at + 2, b)) found += 1
  }
  return found * 100 >= info.width * info.height
}
