import sharp from 'sharp'
import type { HeicPixels } from './heic.ts'
import { TooManyPixels } from './images.ts'
import { maxPictureBytes } from './protocol.ts'

/** Tried one after the other until the JPEG is no larger than a file may be; the first is as good as a camera's. */
const qualities = [88, 75, 60]

/** The segment of a JPEG that holds its colour profile begins so, and has at most 65,533 bytes (ICC.1, annex B.4). */
const profileHead = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1')
const longestProfile = 65_533 - profileHead.length - 2

/** A JPEG with the profile by which its colours are meant, right behind the marker with which each begins. */
const withProfile = (jpeg: Buffer, profile: Uint8Array): Buffer => {
  const mark = Buffer.from([0xff, 0xe2, 0, 0])
  mark.writeUInt16BE(2 + profileHead.length + profile.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), mark, profileHead, profile, jpeg.subarray(2)])
}

/**
 * Encodes pixels as a JPEG without any metadata but their colour profile: it names neither a place nor a camera.
 * @throws {TooManyPixels} where no quality makes it as small as a file has to be
 */
export const jpegOf = async ({ data, width, height, profile }: HeicPixels): Promise<Uint8Array> => {
  for (const quality of qualities) {
    const plain = await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
    const jpeg = profile && profile.length <= longestProfile ? withProfile(plain, profile) : plain
    if (jpeg.length <= maxPictureBytes) return jpeg
  }
  throw new TooManyPixels()
}
