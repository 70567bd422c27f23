import { expect, test } from 'vitest'
import { humanReadableSize } from '#schemas/text/file-size.ts'

// D-29: 1024-based, at most one decimal, no trailing zero.
test.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [102_400, '100 KB'],
  [1024 * 1024 - 1, '1 MB'],
  [8_388_608, '8 MB'],
  [8_388_608 + 100_000, '8.1 MB'],
  [1024 ** 3, '1 GB'],
  [1024 ** 4, '1 TB'],
  [1024 ** 5, '1024 TB'],
])('%d bytes read %s', (bytes, shown) => {
  expect(humanReadableSize(bytes)).toBe(shown)
})
