import '@mantine/charts/styles.layer.css'
import { BarChart, LineChart } from '@mantine/charts'
import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Metric } from '#schemas/resources/metrics.ts'
import type { Indicator } from '#schemas/resources/performance-indicators.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { showDate } from '#schemas/time/dates.ts'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'
import type { Explain } from '#web/features/kiosk/metrics/figure.tsx'
import { money } from '#web/lib/settings.ts'

type ChartFigureProps = {
  title: string
  /** The data of the chart, in its order; a day is `dd/mm/yyyy`. */
  rows: readonly { day: string; value: number }[]
  shown: (value: number) => string
  onExplain: () => void
  children: ReactNode
}

/** A chart with its caption, and the same numbers as a table for whoever does not see it. */
const ChartFigure = ({ title, rows, shown, onExplain, children }: ChartFigureProps) => {
  const id = useId()
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id}>{title}</span>
        <Button variant="subtle" size="compact-xs" aria-haspopup="dialog" aria-describedby={id} onClick={onExplain}>
          How it came about
        </Button>
      </figcaption>
      <div aria-hidden="true">{children}</div>
      <VisuallyHidden component="div">
        <PlainTable
          label={`${title}, day by day`}
          columns={[
            { heading: 'Day', cell: ({ day }) => day },
            { heading: title, cell: ({ value }) => shown(value) },
          ]}
          rows={rows}
          keyOf={({ day }) => day}
          look={{}}
        />
      </VisuallyHidden>
    </figure>
  )
}

const count = (many: number): string => many.toLocaleString('en-GB')

type Drawn = {
  title: string
  field: Exclude<keyof Indicator, 'created_at'>
  metric: Metric
  as: 'line' | 'bars'
  /** How many of the newest days are drawn where no range is chosen. */
  newest: number
  shown: (value: number) => string
}

const charts: readonly Drawn[] = [
  {
    title: 'Monthly recurring revenue',
    field: 'monthly_recurring_revenue',
    metric: 'recurring',
    as: 'line',
    newest: 30,
    shown: money,
  },
  {
    title: 'Yearly recurring revenue',
    field: 'yearly_recurring_revenue',
    metric: 'recurring',
    as: 'line',
    newest: 30,
    shown: money,
  },
  { title: 'Daily volume', field: 'daily_volume', metric: 'volume', as: 'bars', newest: 14, shown: money },
  { title: 'New users', field: 'new_users', metric: 'new_users', as: 'bars', newest: 14, shown: count },
]

const still = { isAnimationActive: false } as const

type Props = { days: readonly Indicator[]; narrowed: boolean; onExplain: Explain }

/** Recurring revenue of the last 30 days, volume and new users of the last 14; all days of a chosen range. */
const Charts = ({ days, narrowed, onExplain }: Props) => (
  <div className={styles.charts}>
    {charts.map(({ title, field, metric, as, newest, shown }) => {
      const rows = (narrowed ? days : days.slice(-newest)).map((each) => ({
        day: showDate(each.created_at.slice(0, 10) as CalendarDate),
        value: each[field],
      }))
      const common = {
        h: 220,
        data: rows,
        dataKey: 'day',
        series: [{ name: 'value', label: title, color: 'var(--siteledger-accent)' }],
        valueFormatter: shown,
        // The table beside it is what screen readers read.
        accessibilityLayer: false,
        xAxisProps: { tickFormatter: (day: string) => day.slice(0, 5), minTickGap: 16 },
        yAxisProps: { width: 76, allowDecimals: false },
      }
      return (
        <ChartFigure key={field} title={title} rows={rows} shown={shown} onExplain={() => onExplain(metric)}>
          {as === 'line' ? (
            <LineChart {...common} lineProps={still} withDots={false} curveType="linear" />
          ) : (
            <BarChart {...common} barProps={still} maxBarWidth={48} />
          )}
        </ChartFigure>
      )
    })}
  </div>
)

export default Charts
