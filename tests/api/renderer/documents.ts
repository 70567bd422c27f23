import { crc32, deflateSync } from 'node:zlib'
import { degrees, PDFDocument, PDFName, rgb } from 'pdf-lib'
import sharp from 'sharp'

/** The text of a PDF, as search finds it. */
export { textOf } from '#api/renderer/pdf.ts'

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A transparent PNG that claims any size, 8 bits RGBA, with so many rows of pixels in it. */
export const blankPng = (width: number, height: number, options: { interlaced: boolean; rows: number }): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, options.interlaced ? 1 : 0], 8)
  const pixels = deflateSync(Buffer.alloc(options.rows * (1 + width * 4)), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())])
}

/** A photo of two halves, red on the left and blue on the right. */
export const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: 'blue' } },
      gravity: 'east',
    },
  ])

/** A PDF whose first page is green and whose second is red; sizes in points. */
export const twoPages = async (width: number, height: number, rotation = 0): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  for (const color of [rgb(0, 1, 0), rgb(1, 0, 0)]) {
    const page = document.addPage([width, height])
    page.setRotation(degrees(rotation))
    page.drawRectangle({ x: 0, y: 0, width, height, color })
  }
  return document.save()
}

/** A PDF of less than 1 kB that takes for ever and little memory: lines of millions of dashes each. */
export const endlessPdf = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const page = document.addPage([500, 500])
  const lines = document.context.flateStream(`[0.0001 0.0001] 0 d ${'0 0 m 500 500 l S '.repeat(200)}`)
  page.node.set(PDFName.of('Contents'), document.context.register(lines))
  return document.save()
}

/** A PDF of one white page with a form of one text field, which was filled in. */
export const filledForm = async (value: string): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const page = document.addPage([400, 300])
  const field = document.getForm().createTextField('remarks')
  field.setText(value)
  field.addToPage(page, { x: 20, y: 20, width: 360, height: 260, backgroundColor: rgb(0, 0, 1) })
  return document.save()
}
