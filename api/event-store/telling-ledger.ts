import { rightsEndedBy } from '#schemas/events/changed-rights.ts'
import type { Ledger } from './ledger.ts'

/** A ledger that tells whose rights it has recorded an end of, and where, before its append returns. */
export const tellingLedger = (
  ledger: Ledger,
  tell: (ids: readonly string[], position: string) => Promise<void>,
): Ledger => ({
  ...ledger,
  append: async (stream, expected, events) => {
    const position = await ledger.append(stream, expected, events)
    const ids = events.flatMap((event) => rightsEndedBy(event) ?? [])
    if (ids.length > 0) await tell(ids, position)
    return position
  },
})
