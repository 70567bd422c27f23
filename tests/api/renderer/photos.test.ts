import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '#api/renderer/confinement.ts'
import { openRendererPool, type RendererPool } from '#api/renderer/pool.ts'
import { heicBytes, heicOfSide } from '#tests/support/photos.ts'

const redDot = { create: { width: 1, height: 1, channels: 3, background: 'red' } } as const

describe('a HEIC', () => {
  let pool: RendererPool
  beforeAll(() => {
    pool = openRendererPool(['little'], defaultLimits)
  })
  afterAll(() => pool.close())

  const convert = (bytes: Uint8Array) => pool.convert(bytes, { holder: 'one' })

  test('becomes a JPEG, upright, without the place and the camera in its metadata', async () => {
    const conversion = await convert(heicBytes)

    if (!conversion.converted) throw new Error(conversion.refusal)
    const { format, width, height, exif } = await sharp(conversion.jpeg).metadata()
    expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 64, height: 128, exif: undefined })
    const { data } = await sharp(conversion.jpeg).raw().toBuffer({ resolveWithObject: true })
    const above = data.subarray(0, 3)
    const below = data.subarray(-3)
    expect([(above[0] ?? 0) > 150, (above[2] ?? 0) < 60]).toEqual([true, true])
    expect([(below[0] ?? 0) < 60, (below[2] ?? 0) > 150]).toEqual([true, true])
    expect(Buffer.from(conversion.jpeg).includes('Siteledger')).toBe(false)
    expect(heicBytes.includes('Siteledger')).toBe(true)
  })

  test('keeps the colour profile by which its colours are meant', async () => {
    // A box of its own at the end, where no reader of the format looks for pixels.
    const profile =
      (await sharp(await sharp(redDot).withIccProfile('p3').png().toBuffer()).metadata()).icc ?? Buffer.alloc(0)
    const size = Buffer.alloc(4)
    size.writeUInt32BE(12 + profile.length)

    const conversion = await convert(Buffer.concat([heicBytes, size, Buffer.from('colrprof'), profile]))

    if (!conversion.converted) throw new Error(conversion.refusal)
    expect((await sharp(conversion.jpeg).metadata()).icc).toEqual(profile)
  })

  test.each([
    ['a text', Buffer.from('garbage')],
    ['the beginning of one', heicBytes.subarray(0, 500)],
    ['another picture', Buffer.from('\xff\xd8\xff\xe0', 'latin1')],
  ])('that is %s is refused', async (_, bytes) => {
    expect(await convert(bytes)).toEqual({ converted: false, refusal: 'unreadable' })
  })

  test('of more pixels than are opened is refused before it is decoded', async () => {
    expect(await convert(heicOfSide(8000))).toEqual({ converted: false, refusal: 'too-large' })
  })
})
