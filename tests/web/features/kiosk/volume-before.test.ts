import { expect, test } from 'vitest'
import { volumeBefore } from '#web/features/kiosk/metrics/revenue.tsx'

const on = (day: string, daily_volume = 0) => ({ created_at: `${day}T00:00:00Z`, daily_volume })
const days = [on('2026-10-23', 99), on('2026-10-24', 0.1), on('2026-11-22', 0.2), on('2026-11-23', -0.05)]

test('the volume at the end of a day is the present one without what came after it', () => {
  expect(volumeBefore(100.35, on('2026-10-23'), days)).toBe(100.1)
})

test('there is none of a day that never was', () => {
  expect(volumeBefore(100.35, null, days)).toBeNull()
})
