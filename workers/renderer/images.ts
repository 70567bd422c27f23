import sharp, { type ResizeOptions, type Sharp, type SharpInput } from 'sharp'
import { type Refusal, type Shape, squareSide, type Thumbnail, thumbnailBox } from './protocol.ts'

/** Enough for every camera of today, little enough for the memory limit: a small file can claim any size. */
const limitInputPixels = 40e6

// Many formats share libvips' loaders; only those of the allowed types are reachable, whatever the bytes claim to be.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
// One picture at a time and none kept: memory stays that of one picture.
sharp.concurrency(1)
sharp.cache(false)

const sizes: Record<Shape, ResizeOptions> = {
  thumbnail: { ...thumbnailBox, fit: 'inside', withoutEnlargement: true },
  square: { width: squareSide, height: squareSide, fit: 'cover' },
}

const shrink = async (picture: Sharp, shape: Shape): Promise<Thumbnail> => {
  const { data, info } = await picture.resize(sizes[shape]).webp({ quality: 80 }).toBuffer({ resolveWithObject: true })
  return { webp: data, width: info.width, height: info.height }
}

/**
 * Draws a JPEG, PNG or GIF (its first frame) upright, without its metadata: no place or person leaves with it.
 * @throws whatever the decoder says of a broken or oversized picture
 */
export const drawImage = (bytes: SharpInput, shape: Shape): Promise<Thumbnail> =>
  shrink(sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient(), shape)

/** Draws pixels: 4 bytes each, red, green, blue, alpha, row by row. */
export const drawPixels = (
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  shape: Shape,
): Promise<Thumbnail> => shrink(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), shape)

/** Sorts a decoder's error by what it says; sharp and libvips give no codes. */
export const refusalOf = (error: unknown): Refusal => {
  const message = error instanceof Error ? error.message : ''
  if (/exceeds pixel limit/i.test(message)) return 'too-large'
  return /out of memory|unable to allocate|Cannot allocate/i.test(message) ? 'out-of-memory' : 'unreadable'
}
