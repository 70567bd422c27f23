import { longDateTime } from '#web/lib/dates.ts'

/** When something last called, to the hour: 'last used November 21st, 2025 4:00 PM'. */
export const lastUse = ({ last_used_at: at }: { last_used_at: string | null }): string =>
  at === null ? 'no known use' : `last used ${longDateTime(at)}`
