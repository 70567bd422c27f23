import { expect, test } from 'vitest'
import { arrivedWords } from '#web/features/uploads/waiting-uploads.tsx'

const version = { id: 'f1', ifMatch: '3' }

test.each([
  [[{}], '1 file has been added.'],
  [[{ version }], '1 file has been replaced.'],
  [[{}, { version }, {}], '2 files have been added. 1 file has been replaced.'],
])('what arrived is told as what became of it: %j', (arrived, words) => {
  expect(arrivedWords(arrived)).toBe(words)
})
