import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const publicFolder = join(import.meta.dirname, '../../web/public')
const mark = readFileSync(join(publicFolder, 'mark.svg'), 'utf8')

/** For systems that cut the corners themselves: the plate fills the square, and the lines keep to its middle. */
const filled = mark.replace('rx="8"', 'rx="0"')

const sources: Record<string, [svg: string, side: number]> = {
  '192.png': [mark, 192],
  '512.png': [mark, 512],
  'maskable-512.png': [filled, 512],
  'apple-touch.png': [filled, 180],
}

export const iconNames = Object.keys(sources)

export const pathOfIcon = (name: string): string => join(publicFolder, 'icons', name)

/** Draws an icon of the installed app from the product's mark, as PNG. */
export const drawIcon = (name: string): Promise<Buffer> => {
  const [svg, side] = sources[name] ?? [mark, 32]
  return sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}
