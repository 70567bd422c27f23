import { expect, test } from 'vitest'
import { differenceWords, rebuildWords } from '#web/features/kiosk/platform/rebuilding.tsx'

const rebuild = { name: 'search', events: 10, events_per_second: 5, share: 0.338, difference: null, reason: null }

test('a rebuild tells how far it is, and why it failed', () => {
  expect(rebuildWords({ ...rebuild, state: 'building', seconds_left: 12 })).toBe('Building: 34%, 12 seconds left')
  expect(rebuildWords({ ...rebuild, state: 'failed', seconds_left: null, reason: 'The disk is full' })).toBe(
    'Failed: The disk is full',
  )
})

test('tables that differ are named with some of their keys', () => {
  const same = { table: 'teams', live_rows: 3, rebuilt_rows: 3, only_live: 0, only_rebuilt: 0, keys: [] }
  const other = { table: 'users', live_rows: 3, rebuilt_rows: 2, only_live: 1, only_rebuilt: 0, keys: ['u1'] }

  expect(differenceWords([same])).toBe('The same rows as before')
  expect(differenceWords([same, other])).toBe('users: 1 only before, 0 only rebuilt, such as u1')
})
