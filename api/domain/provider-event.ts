import type { ProviderEventEvent } from '#schemas/events/provider-event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Decider } from './decider.ts'

type DataOf<Type extends ProviderEventEvent['type']> = EventNamed<Type>['data']

export type ProviderEvent = { status: 'unknown' | 'received' | 'handled' }

export type ProviderEventCommand =
  | { type: 'ReceiveProviderEvent'; news: DataOf<'ProviderEventReceived'> }
  | { type: 'HandleProviderEvent'; handled: DataOf<'ProviderEventHandled'> }

/** One piece of news from a payment provider, which may send it any number of times (D-86). */
export const providerEventDecider: Decider<ProviderEvent, ProviderEventCommand, ProviderEventEvent> = {
  initialState: { status: 'unknown' },
  evolve: (_, { type }) => ({ status: type === 'ProviderEventReceived' ? 'received' : 'handled' }),
  decide: ({ status }, command) => {
    if (command.type === 'ReceiveProviderEvent') {
      return status === 'unknown' ? [{ type: 'ProviderEventReceived', data: command.news }] : []
    }
    return status === 'received' ? [{ type: 'ProviderEventHandled', data: command.handled }] : []
  },
}
