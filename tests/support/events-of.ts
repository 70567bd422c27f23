import type { Ledger } from '#api/event-store/ledger.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, EventType } from '#schemas/events/registry.ts'

/** Every event of a type in the log, oldest first. */
export const eventsOf = async <Type extends EventType>(
  ledger: Ledger,
  type: Type,
): Promise<Recorded<EventNamed<Type>>[]> => {
  const found: Recorded<EventNamed<Type>>[] = []
  const caughtUp = Promise.withResolvers<void>()
  const { close } = ledger.subscribe(null, {
    advance: (_place, event) => {
      if (event?.type === type) found.push(event as unknown as Recorded<EventNamed<Type>>)
    },
    caughtUp: caughtUp.resolve,
    ended: (error) => caughtUp.reject(error ?? new Error('The subscription ended')),
  })
  await caughtUp.promise
  await close()
  return found
}
