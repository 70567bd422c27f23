import { useQuery } from '@tanstack/react-query'
import { type Indicator, listIndicators, showRevenue } from '#schemas/resources/performance-indicators.ts'
import { Loaded } from '#web/components/loaded.tsx'
import { type Explain, Figure } from '#web/features/kiosk/metrics/figure.tsx'
import styles from '#web/features/kiosk/metrics/figures.module.css'
import { oneQuery, useFresh } from '#web/lib/queries.ts'
import { money } from '#web/lib/settings.ts'

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

/** How much a number changed: '+12%', '-3%', '0%'; null against 0 or an absent number (D-62). */
export const percentChange = (now: number, before: number | null): string | null => {
  if (before === null || before === 0) return null
  const percent = Math.round(((now - before) / Math.abs(before)) * 100)
  return `${percent > 0 ? '+' : ''}${percent}%`
}

const changesOf = (now: number, lastMonth: number | null, lastYear: number | null): string[] => {
  const changes = [
    { change: percentChange(now, lastMonth), since: 'last month' },
    { change: percentChange(now, lastYear), since: 'last year' },
  ]
  return changes.flatMap(({ change, since }) => (change === null ? [] : [`${change} from ${since}`]))
}

/** Recurring revenue and payments, beside the same day a month and a year ago (D-62). */
export const Revenue = ({ onExplain }: { onExplain: Explain }) => {
  const revenue = useFresh(showRevenue)
  const newest = useFresh(listIndicators)
  const { indicators = [], last_month = null, last_year = null } = newest.data ?? {}
  const from = last_year?.created_at.slice(0, 10) ?? ''
  const year = useQuery({ ...oneQuery(listIndicators, undefined, { from }), enabled: last_year !== null })
  return (
    <Loaded query={revenue} label="Loading the revenue">
      {({ monthlyRecurringRevenue: month, yearlyRecurringRevenue: yearly, totalVolume: volume }) => (
        <dl className={`${styles.figures} ${styles.wide}`} aria-label="Revenue">
          <Figure
            label="Monthly recurring revenue"
            value={money(month)}
            changes={changesOf(
              month,
              last_month?.monthly_recurring_revenue ?? null,
              last_year?.monthly_recurring_revenue ?? null,
            )}
            onExplain={() => onExplain('recurring')}
          />
          <Figure
            label="Yearly recurring revenue"
            value={money(yearly)}
            changes={changesOf(
              yearly,
              last_month?.yearly_recurring_revenue ?? null,
              last_year?.yearly_recurring_revenue ?? null,
            )}
            onExplain={() => onExplain('recurring')}
          />
          <Figure
            label="Total volume"
            value={money(volume)}
            changes={changesOf(
              volume,
              volumeBefore(volume, last_month, indicators),
              year.data ? volumeBefore(volume, last_year, year.data.indicators) : null,
            )}
            onExplain={() => onExplain('volume')}
          />
        </dl>
      )}
    </Loaded>
  )
}
