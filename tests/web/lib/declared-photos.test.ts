import { expect, test } from 'vitest'
import { declaredPhotos } from '#web/lib/declared-photos.ts'

test('a HEIC whose type the system does not know is declared by its name, and nothing else is', () => {
  const files = [
    new File(['a'], 'IMG_1.HEIC'),
    new File(['a'], 'IMG_2.heif'),
    new File(['a'], 'notes.txt'),
    new File(['a'], 'a.heic', { type: 'image/png' }),
  ]

  expect(declaredPhotos(files).map(({ name, type, size }) => [name, type, size])).toEqual([
    ['IMG_1.HEIC', 'image/heic', 1],
    ['IMG_2.heif', 'image/heif', 1],
    ['notes.txt', '', 1],
    ['a.heic', 'image/png', 1],
  ])
})
