import type { Metric } from '#schemas/resources/metrics.ts'

/** Shows the events behind a number. */
export type Explain = (metric: Metric) => void
