import type { EventNamed } from '#schemas/events/registry.ts'
import type { Ledger } from './ledger.ts'
import { skippedEventsStream } from './streams.ts'

/** The events that operators have skipped, which whoever applies the log has to know before it meets them (D-105). */
export const skippedEvents = async (ledger: Pick<Ledger, 'read'>): Promise<EventNamed<'EventSkipped'>['data'][]> =>
  (await ledger.read(skippedEventsStream)).flatMap((event) => (event.type === 'EventSkipped' ? [event.data] : []))
