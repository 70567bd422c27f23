import type { Ledger } from '#api/event-store/ledger.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'

/** Records every event of a log from its beginning; `until` waits for the first match. */
export const recordEvents = (ledger: Pick<Ledger, 'subscribe'>) => {
  const recorded: RecordedEvent[] = []
  const waiting = new Set<() => void>()
  const subscription = ledger.subscribe(null, {
    advance: (_place, event) => {
      if (!event) return
      recorded.push(event)
      for (const check of waiting) check()
    },
    caughtUp: () => {},
    ended: () => {},
  })
  const until = (matches: (event: RecordedEvent) => boolean): Promise<RecordedEvent> =>
    new Promise((resolve) => {
      const check = () => {
        const event = recorded.find(matches)
        if (!event) return
        waiting.delete(check)
        resolve(event)
      }
      waiting.add(check)
      check()
    })
  /** Waits for each of these types as often as it is named. */
  const types = async (...names: RecordedEvent['type'][]): Promise<void> => {
    const has = () =>
      names.every(
        (name) => recorded.filter(({ type }) => type === name).length >= names.filter((n) => n === name).length,
      )
    if (!has()) await until(has)
  }
  return { until, types, close: subscription.close }
}
