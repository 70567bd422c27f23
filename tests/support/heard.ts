import type { Ledger } from '#api/event-store/ledger.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'

/** Hears every event of a log from its beginning; `until` waits for the first that is meant. */
export const hearEvents = (ledger: Pick<Ledger, 'subscribe'>) => {
  const heard: RecordedEvent[] = []
  const waiting = new Set<() => void>()
  const subscription = ledger.subscribe(null, {
    event: (event) => {
      heard.push(event)
      for (const look of waiting) look()
    },
    passed: () => {},
    caughtUp: () => {},
    ended: () => {},
  })
  const until = (isMeant: (event: RecordedEvent) => boolean): Promise<RecordedEvent> =>
    new Promise((resolve) => {
      const look = () => {
        const event = heard.find(isMeant)
        if (!event) return
        waiting.delete(look)
        resolve(event)
      }
      waiting.add(look)
      look()
    })
  /** Waits for each of these types as often as it is named. */
  const types = async (...names: RecordedEvent['type'][]): Promise<void> => {
    const has = () =>
      names.every((name) => heard.filter(({ type }) => type === name).length >= names.filter((n) => n === name).length)
    if (!has()) await until(has)
  }
  return { until, types, close: subscription.close }
}
