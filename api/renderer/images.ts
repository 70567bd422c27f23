import sharp, { type ResizeOptions, type Sharp, type SharpInput } from 'sharp'
import { type Refusal, type Shape, smallBox, squareSide, type Thumbnail, thumbnailBox } from './protocol.ts'

/** Enough for every present camera, and within the memory limit: a small file can declare any size. */
const limitInputPixels = 40e6

// Many formats share libvips' loaders; only those of the allowed types are enabled, whatever a file declares.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadNsgifBuffer'],
})
// libvips processes one picture at a time and caches none, so memory stays that of one picture.
sharp.concurrency(1)
sharp.cache(false)

const sizes: Record<Shape, ResizeOptions> = {
  thumbnail: { ...thumbnailBox, fit: 'inside', withoutEnlargement: true },
  square: { width: squareSide, height: squareSide, fit: 'cover' },
  small: { ...smallBox, fit: 'inside', withoutEnlargement: true },
}

/** Effort 0 encodes in less than half the time of the default, 4, and makes files 6 % larger. */
const webp = { quality: 80, effort: 0 }

const shrink = async (picture: Sharp, shape: Shape): Promise<Thumbnail> => {
  const resized = picture.resize(sizes[shape])
  const encoded = shape === 'small' ? resized.flatten({ background: 'white' }).jpeg() : resized.webp(webp)
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/**
 * Draws a JPEG, PNG or GIF (its first frame) upright, without its metadata, which may name places and people.
 * @throws the decoder's error for a broken or oversized picture
 */
export const drawImage = (bytes: SharpInput, shape: Shape): Promise<Thumbnail> =>
  shrink(sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 }).autoOrient(), shape)

/** Draws pixels: 4 bytes each, red, green, blue, alpha, row by row. */
export const drawPixels = (
  { data, width, height }: { data: Uint8Array; width: number; height: number },
  shape: Shape,
): Promise<Thumbnail> => shrink(sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), shape)

/** A picture has more pixels than are opened. */
export class TooManyPixels extends Error {
  override name = 'TooManyPixels'
}

/** Classifies a decoder's error by its message; sharp and libvips give no codes. */
export const refusalOf = (error: unknown): Refusal => {
  if (error instanceof TooManyPixels) return 'too-large'
  const message = error instanceof Error ? error.message : ''
  if (/exceeds pixel limit/i.test(message)) return 'too-large'
  return /out of memory|unable to allocate|Cannot allocate/i.test(message) ? 'out-of-memory' : 'unreadable'
}
