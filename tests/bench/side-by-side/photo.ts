import sharp from 'sharp'

const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const
const grain = sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#808080', noise } })

/** A photo as from a camera: twelve megapixels, about 2 MB. */
export const photo = await grain.resize(4000, 3000).jpeg({ quality: 82 }).toBuffer()
