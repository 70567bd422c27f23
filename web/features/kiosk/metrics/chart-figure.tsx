import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/kiosk/metrics/charts.module.css'

type Props = {
  title: string
  /** What the chart draws, in its order; a day is `dd/mm/yyyy`. */
  rows: readonly { day: string; value: number }[]
  shown: (value: number) => string
  onExplain: () => void
  children: ReactNode
}

/** A chart with its caption, and the same numbers as a table for whoever does not see it. */
export const ChartFigure = ({ title, rows, shown, onExplain, children }: Props) => {
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
