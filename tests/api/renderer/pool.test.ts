import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { defaultLimits, documentsPerRenderer } from '#api/renderer/confinement.ts'
import { openRendererPool, type RendererPool, RendererPoolClosed } from '#api/renderer/pool.ts'
import type { Drawing, Refusal } from '#api/renderer/protocol.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { blankPng, endlessPdf, filledForm, photo, twoPages } from './documents.ts'

/** Whose documents they are. */
const one = { holder: 'one' }
const megabyte = 1024 * 1024
const pools: RendererPool[] = []
/** However little of the processor a busy machine leaves, only the document's own use of it counts. */
const impatient = { ...defaultLimits, timeoutMs: 700, maxExtensions: Number.POSITIVE_INFINITY }
const openPool = (limits = defaultLimits): RendererPool => {
  const pool = openRendererPool(['little'], limits)
  pools.push(pool)
  return pool
}
afterEach(() => {
  for (const pool of pools.splice(0)) pool.close()
})
/** One for all documents after which a renderer goes on. */
const shared = openRendererPool(['little'], defaultLimits)
afterAll(() => shared.close())

const thumbnailOf = (drawing: Drawing) => {
  if (!drawing.drawn) throw new Error(`refused as ${drawing.refusal}`)
  return drawing.thumbnail
}
const refused = (refusal: Refusal) => ({ drawn: false, refusal })

/** Red, green and blue of one pixel; x and y as parts of the picture. */
const colourAt = async (webp: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(webp).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3
  return [...data.subarray(at, at + 3)].map((value) => (value > 200 ? 'high' : value < 60 ? 'low' : 'middle'))
}
const red = ['high', 'low', 'low']
const green = ['low', 'high', 'low']
const blue = ['low', 'low', 'high']

describe('the renderer draws', () => {
  test.each(['jpeg', 'png', 'gif'] as const)('a %s, shrunk into the box, as WebP', async (format) => {
    const bytes = await photo(2000, 1000).toFormat(format).toBuffer()

    const { bytes: webp, width, height } = thumbnailOf(await shared.draw(bytes, `image/${format}`, one))

    expect([width, height]).toEqual([640, 320])
    expect((await sharp(webp).metadata()).format).toBe('webp')
    expect(await colourAt(webp, 0.1, 0.5)).toEqual(red)
    expect(await colourAt(webp, 0.9, 0.5)).toEqual(blue)
  })

  test('a small picture at its own size', async () => {
    const bytes = await photo(60, 40).png().toBuffer()

    expect(thumbnailOf(await shared.draw(bytes, 'image/png', one))).toMatchObject({ width: 60, height: 40 })
  })

  test('a photo upright, without the place and the camera in its metadata', async () => {
    const bytes = await photo(1000, 500)
      .withExif({ IFD0: { Make: 'Camera' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()

    const { bytes: webp, width, height } = thumbnailOf(await shared.draw(bytes, 'image/jpeg', one))

    expect([width, height]).toEqual([240, 480])
    expect(await colourAt(webp, 0.5, 0.1)).toEqual(red)
    expect((await sharp(webp).metadata()).exif).toBeUndefined()
  })

  test('the first page of a PDF, in its proportions', async () => {
    const {
      bytes: webp,
      width,
      height,
    } = thumbnailOf(await shared.draw(await twoPages(595, 842), 'application/pdf', one))

    expect([width, height]).toEqual([339, 480])
    expect(await colourAt(webp, 0.5, 0.5)).toEqual(green)
  })

  test('a page for paper as a small JPEG, with white where nothing is drawn', async () => {
    const clear = { create: { width: 600, height: 600, channels: 4, background: 'transparent' } } as const
    const png = await sharp(clear).png().toBuffer()
    const drawing = await shared.draw(png, 'image/png', { ...one, shape: 'small' })

    const { bytes, width, height } = thumbnailOf(drawing)
    expect([(await sharp(bytes).metadata()).format, width, height]).toEqual(['jpeg', 108, 108])
    expect(await colourAt(bytes, 0.5, 0.5)).toEqual(['high', 'high', 'high'])
    expect(await shared.draw(png, 'image/png', { ...one, shape: 'small' })).toEqual(drawing)
  })

  test('the values of a form', async () => {
    const { bytes: webp } = thumbnailOf(await shared.draw(await filledForm('Passed'), 'application/pdf', one))

    expect(await colourAt(webp, 0.5, 0.2)).toEqual(blue)
  })

  test('a rotated page and a page as thin as a hair', async () => {
    const rotated = thumbnailOf(await shared.draw(await twoPages(400, 800, 90), 'application/pdf', one))
    const hair = thumbnailOf(await shared.draw(await twoPages(1, 14_400), 'application/pdf', one))

    expect([rotated.width, rotated.height]).toEqual([640, 320])
    expect([hair.width, hair.height]).toEqual([1, 480])
  })
})

test('files are drawn one after the other, even after a larger, an empty and a missing one', async () => {
  const folder = temporaryFolder()
  const large = join(folder, 'large')
  const small = join(folder, 'small')
  const empty = join(folder, 'empty')
  await writeFile(large, await photo(2000, 1000).png().toBuffer())
  await writeFile(small, await photo(60, 40).png().toBuffer())
  await writeFile(empty, '')
  const draw = (path: string) => shared.draw({ path }, 'image/png', one)

  expect(thumbnailOf(await draw(large))).toMatchObject({ width: 640, height: 320 })
  expect(thumbnailOf(await draw(small))).toMatchObject({ width: 60, height: 40 })
  expect(await draw(empty)).toEqual(refused('unreadable'))
  await expect(draw(join(folder, 'gone'))).rejects.toThrow('ENOENT')
  expect(thumbnailOf(await draw(small))).toMatchObject({ width: 60, height: 40 })
})

describe('the renderer refuses', () => {
  test.each(['application/pdf', 'image/jpeg', 'image/png', 'image/gif'] as const)('garbage as %s', async (type) => {
    expect(await shared.draw(Buffer.from('garbage'), type, one)).toEqual(refused('unreadable'))
  })

  test('a truncated file', async () => {
    const jpeg = await photo(800, 600).jpeg().toBuffer()
    const png = await photo(800, 600).png().toBuffer()

    expect(await shared.draw(jpeg.subarray(0, jpeg.length / 2), 'image/jpeg', one)).toEqual(refused('unreadable'))
    expect(await shared.draw(png.subarray(0, png.length / 2), 'image/png', one)).toEqual(refused('unreadable'))
  })

  test('another format declared as an allowed one', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    )
    const tiff = await photo(80, 60).tiff().toBuffer()

    expect(await shared.draw(svg, 'image/png', one)).toEqual(refused('unreadable'))
    expect(await shared.draw(tiff, 'image/jpeg', one)).toEqual(refused('unreadable'))
  })

  test('a small file of 900 million pixels', async () => {
    const bomb = blankPng(30_000, 30_000, { interlaced: false, rows: 1 })

    expect(await shared.draw(bomb, 'image/png', one)).toEqual(refused('too-large'))
  })
})

describe('a renderer that is killed by its document is replaced', () => {
  test('after a timeout', async () => {
    const pool = openPool(impatient)

    expect(await pool.draw(await endlessPdf(), 'application/pdf', one)).toEqual(refused('timed-out'))
    expect(thumbnailOf(await pool.draw(await twoPages(100, 100), 'application/pdf', one))).toMatchObject({ width: 480 })
  })

  test('after it exceeded its memory', async () => {
    const pool = openPool({ ...defaultLimits, memoryBytes: 220 * megabyte })
    const heavy = blankPng(6000, 6000, { interlaced: true, rows: 6010 })

    expect(await pool.draw(heavy, 'image/png', one)).toEqual(refused('out-of-memory'))
    expect(thumbnailOf(await pool.draw(await photo(60, 40).png().toBuffer(), 'image/png', one))).toMatchObject({
      width: 60,
    })
  })

  test('after each timeout, and its holder gives way to others', async () => {
    const pool = openPool(impatient)
    const endless = await endlessPdf()
    const page = await twoPages(100, 100)
    const slow = () => pool.draw(endless, 'application/pdf', { holder: 'slow' })

    const outcomes = await Promise.allSettled([
      slow(),
      slow(),
      slow(),
      slow(),
      pool.draw(page, 'application/pdf', { holder: 'other' }).then(() => 'drawn'),
    ])

    expect(outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.name))).toEqual([
      refused('timed-out'),
      refused('timed-out'),
      refused('timed-out'),
      'Postponed',
      'drawn',
    ])
  })

  test('many times, in the order of the queue', async () => {
    const pool = openPool()
    const many = 2 * documentsPerRenderer + 10
    const bytes = await photo(60, 40).png().toBuffer()

    const drawings = await Promise.all(Array.from({ length: many }, () => pool.draw(bytes, 'image/png', one)))

    expect(drawings.filter((drawing) => drawing.drawn)).toHaveLength(many)
  })
})

test('closing the pool rejects running and waiting documents without a refusal', async () => {
  const pool = openPool()
  const endless = await endlessPdf()
  const drawings = [pool.draw(endless, 'application/pdf', one), pool.draw(endless, 'application/pdf', one)]

  pool.close()

  const outcomes = await Promise.allSettled(drawings)
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason)).toEqual([
    expect.any(RendererPoolClosed),
    expect.any(RendererPoolClosed),
  ])
})
