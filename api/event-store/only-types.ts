import type { EventType } from '#schemas/events/registry.ts'
import type { Ledger } from './ledger.ts'

/**
 * The log as far as it is of some types, for whoever follows nothing else: what others are made of costs the event store
 * a look, and the reader nothing. Whoever has caught up is told how far the log went when the subscription began; from
 * then on only events of these types say how far it is, so a reader who wants to know subscribes again.
 */
export const onlyTypes = (ledger: Ledger, types: readonly EventType[]): Ledger => ({
  ...ledger,
  subscribe: (from, listener) => {
    let closed = false
    let subscription: { close: () => Promise<void> } | undefined
    const begin = async (): Promise<void> => {
      // Asked first: what comes after it is not behind the reader's back.
      const end = await ledger.lastPosition()
      if (closed) return
      const caughtUp = () => {
        if (end !== null) listener.passed(end)
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
