import type { EventType } from '#schemas/events/registry.ts'
import type { Ledger } from './ledger.ts'

/**
 * The log filtered by type in the event store, for a reader of these types only: other events cost the store a check
 * and the reader nothing. When the reader has caught up, it gets the position that the log had when the subscription
 * began. From then on only events of these types report a position, so a reader that needs a newer one subscribes
 * again.
 */
export const onlyTypes = (ledger: Ledger, types: readonly EventType[]): Ledger => ({
  ...ledger,
  subscribe: (from, listener) => {
    let closed = false
    let subscription: { close: () => Promise<void> } | undefined
    const begin = async (): Promise<void> => {
      // Reads the end before subscribing, so that a reader that has caught up has had every event up to it.
      const end = await ledger.newest()
      if (closed) return
      const caughtUp = () => {
        if (end !== null) listener.advance(end)
        listener.caughtUp()
      }
      subscription = ledger.subscribe(from, { ...listener, caughtUp }, types)
    }
    begin().catch((error: Error) => {
      if (!closed) listener.ended(error)
    })
    return {
      close: async () => {
        closed = true
        await subscription?.close()
      },
    }
  },
})
