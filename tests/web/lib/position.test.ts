import { beforeEach, expect, test, vi } from 'vitest'

let position: typeof import('#web/lib/position.ts')
beforeEach(async () => {
  vi.resetModules()
  position = await import('#web/lib/position.ts')
})

test('changes are followed from the oldest answer on, in whatever order answers come, and reads wait for the newest', () => {
  for (const noted of ['105', '100', '1000']) position.notePosition(noted)

  expect([position.firstPosition(), position.lastPosition()]).toEqual(['100', '1000'])
})

test('before any answer nothing is to be held', () => {
  position.notePosition(null)
  position.notePosition('soon')

  expect([position.firstPosition(), position.lastPosition()]).toEqual([undefined, '0'])
})
