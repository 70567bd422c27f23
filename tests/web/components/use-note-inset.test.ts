import { expect, test } from 'vitest'
import { noteInset } from '#web/components/announcements.tsx'

test.each([
  ['nothing is selected', { top: 700, bottom: 700 }, 16],
  ['the bar sticks to the lower edge', { top: 640, bottom: 832 }, 220],
  ['the list ends in the lower half of the screen', { top: 500, bottom: 692 }, 360],
  ['the list ends in the upper half of the screen', { top: 200, bottom: 392 }, 16],
  ['the list is scrolled away', { top: -300, bottom: -108 }, 16],
  ['the list is still below the screen', { top: 900, bottom: 1092 }, 16],
])('notes are beside the bar where %s', (_, bar, inset) => {
  expect(noteInset(bar, 844)).toBe(inset)
})
