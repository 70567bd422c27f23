import type { Metric } from '#schemas/resources/metrics.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { money } from '#web/lib/settings.ts'

/** The numbers as operators know them. */
export const metricNames: Record<Metric, string> = {
  teams: 'Teams',
  users: 'Users',
  clients: 'Clients',
  sites: 'Sites',
  files: 'Files',
  files_size: 'Size of all files',
  new_users: 'New users',
  recurring: 'Recurring revenue of a year',
  volume: 'Volume',
}

const ofMoney = (minor: number): string => money(minor / 100)

const shown: Partial<Record<Metric, (amount: number) => string>> = {
  files_size: humanReadableSize,
  recurring: ofMoney,
  volume: ofMoney,
}

/** An amount of a number, as `GET /api/kiosk/metrics` has it: '1,204', '3 MB', '£19.00'. */
export const metricAmount = (metric: Metric, amount: number): string =>
  (shown[metric] ?? ((count: number) => count.toLocaleString('en-GB')))(amount)

/** A change of a number: '+3', '-£19.00'. */
export const metricChange = (metric: Metric, change: number): string =>
  `${change < 0 ? '-' : '+'}${metricAmount(metric, Math.abs(change))}`
