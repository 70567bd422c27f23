import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { v5 as deriveUuid } from 'uuid'
import { describe, expect, test } from 'vitest'
import { drawSample } from '#api/adapters/sample-contents/sample-contents.ts'
import { sampleSet } from '#api/domain/sample/sample-set.ts'
import { maxSampleBytes, sampleBytes } from '#schemas/records/sample-content.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { newTeamId } from '#tests/support/new-ids.ts'

const namespace = newTeamId()
const { files } = sampleSet(CalendarDate.parse('2026-03-01'), (key) => deriveUuid(key, namespace))
/** One of each scene and one of each title. */
const kinds = new Map(files.map(({ content }) => [content.kind === 'paper' ? content.title : content.scene, content]))

describe('the contents of sample files', () => {
  test('are real: PDFs of one page with a title, and photos; the same bytes each time', async () => {
    expect(kinds.size).toBe(15)
    for (const content of kinds.values()) {
      const bytes = await drawSample(content)
      expect(await drawSample(content)).toEqual(bytes)
      if (content.kind === 'photo') {
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 768 })
        continue
      }
      const pdf = await PDFDocument.load(bytes)
      expect([pdf.getPageCount(), pdf.getTitle()]).toEqual([1, content.title])
    }
  })

  test('are as small as limits count them', async () => {
    const sizes = await Promise.all([...kinds.values()].map(async (content) => (await drawSample(content)).length))
    const largest = Math.max(...sizes)

    expect(largest).toBeLessThan(maxSampleBytes)
    const photos = files.filter(({ content }) => content.kind === 'photo').length
    expect(photos * largest + (files.length - photos) * 5000).toBeLessThan(sampleBytes)
  })
})
