import { readFileSync } from 'node:fs'

/**
 * A HEIC of 128 x 64 pixels, red on the left and blue on the right, that its format turns by a quarter: 64 x 128, red
 * above blue. It names a place and a camera.
 */
export const heicBytes: Buffer = readFileSync(new URL('../fixtures/heic/red-above-blue.heic', import.meta.url))

/** The same that says to have so many pixels a side. */
export const heicOfSide = (side: number): Buffer => {
  const bytes = Buffer.from(heicBytes)
  const at = bytes.indexOf('ispe') + 8
  bytes.writeUInt32BE(side, at)
  bytes.writeUInt32BE(side, at + 4)
  return bytes
}

export const heicFile = (name = 'IMG_0042.HEIC', bytes = heicBytes): File =>
  new File([new Uint8Array(bytes)], name, { type: 'image/heic' })
