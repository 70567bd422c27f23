import { expect, test } from 'vitest'
import { requireRoom } from '#api/services/zips/room.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { maxZipBytes } from '#schemas/resources/zips.ts'

const filesOf = (bytes: number) => {
  const files = Array.from({ length: Math.floor(bytes / maxUploadBytes) }, () => ({ size: maxUploadBytes }))
  return [...files, { size: bytes % maxUploadBytes }]
}

test('a zip file holds nearly 4 GB, and says so to whoever wants more', () => {
  const problem = {
    errors: { ids: ['These files have 4.2 GB. A zip file holds at most 3.9 GB: please choose fewer.'] },
  }

  expect(() => requireRoom(filesOf(maxZipBytes), 'ids')).not.toThrow()
  expect(() => requireRoom(filesOf(maxZipBytes + 1), 'ids')).toThrow()
  expect(() => requireRoom(filesOf(4.2 * 1024 ** 3), 'ids')).toThrow(
    expect.objectContaining({ status: 422, problem: expect.objectContaining(problem) }),
  )
})

test('10,000 files of the longest names stay below what needs ZIP64', () => {
  const longestPath = 230 * 3
  const lineOfManifests = 7500

  expect(maxZipBytes + 10_000 * (92 + 2 * longestPath + lineOfManifests)).toBeLessThan(2 ** 32)
})
