import { describe, expect, test } from 'vitest'
import {
  brokenFileRule,
  exceedsLimit,
  invalidType,
  maxUploadBytes,
  nameWithoutExtension,
  thumbnailTypes,
} from '#schemas/limits/upload-rules.ts'

describe('a file that is uploaded', () => {
  test.each(['application/pdf', 'image/jpeg', 'image/png'])('[VAL-01] [CONST1-02] may be %s', (type) => {
    expect(brokenFileRule({ type, size: 1 })).toBeUndefined()
  })

  test.each(['image/gif', 'image/svg+xml', 'text/html', 'application/PDF', 'application/pdf; charset=x', ''])(
    '[VAL-03] may not be %j',
    (type) => {
      expect(brokenFileRule({ type, size: 1 })).toBe('Invalid file type.')
    },
  )

  test('[VAL-07] [VAL-08] [CONST1-01] has at most 8388608 bytes', () => {
    expect(maxUploadBytes).toBe(8_388_608)
    expect(brokenFileRule({ type: 'image/png', size: 8_388_608 })).toBeUndefined()
    expect(brokenFileRule({ type: 'image/png', size: 8_388_609 })).toBe('File size exceeds limit of 8 MB.')
  })

  test('[VAL-04] [VAL-05] [VAL-06] [VAL-09] is spoken of as what it is, and as one of many', () => {
    expect(invalidType({ noun: 'file', batch: true })).toBe('Invalid file type')
    expect(invalidType({ noun: 'document' })).toBe('Invalid document type.')
    expect(invalidType({ noun: 'document', batch: true })).toBe('Invalid document type')
    expect(exceedsLimit(maxUploadBytes, 'document')).toBe('Document size exceeds limit of 8 MB.')
    expect(brokenFileRule({ type: 'image/gif', size: 1 }, { noun: 'document' })).toBe('Invalid document type.')
  })

  test.each([
    ['plan.pdf', 'plan'],
    ['fire.plan.v2.pdf', 'fire.plan.v2'],
    ['README', 'README'],
    ['.profile', '.profile'],
    [' plan .pdf', 'plan'],
    ['  .pdf', '  .pdf'],
    ['Übersicht 2026.PNG', 'Übersicht 2026'],
  ])('[VAL-11] %s is called %s where no name is given', (fileName, name) => {
    expect(nameWithoutExtension(fileName)).toBe(name)
  })
})

test('[CONST1-03] thumbnails may be JPEG, PNG and GIF', () => {
  expect(thumbnailTypes).toEqual(['image/jpeg', 'image/png', 'image/gif'])
})
