import type { Indicator } from '#schemas/resources/performance-indicators.ts'

/** The total volume at the end of an earlier day, from the present one and the days since; null without such a day. */
export const volumeBefore = (
  total: number,
  day: Pick<Indicator, 'created_at'> | null,
  days: readonly Pick<Indicator, 'created_at' | 'daily_volume'>[],
): number | null => {
  if (day === null) return null
  const since = days.filter(({ created_at }) => created_at > day.created_at)
  // In hundredths, which add up exactly.
  const minor = since.reduce((sum, { daily_volume }) => sum + Math.round(daily_volume * 100), 0)
  return (Math.round(total * 100) - minor) / 100
}
