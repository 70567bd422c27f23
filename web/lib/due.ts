import { plusDays } from '#schemas/time/dates.ts'
import { expiryWindows } from '#schemas/time/expiry.ts'
import { todayHere } from '#web/lib/dates.ts'

/** A period as a filter. */
export const periodFilter = ({ from = '', to = '' }: { from?: string; to?: string }): string => `${from}..${to}`

/** What has expired and what is due within the longest of the windows: the list that somebody works off. */
export const dueFilter = (day = todayHere()): string => periodFilter({ to: plusDays(day, Math.max(...expiryWindows)) })
