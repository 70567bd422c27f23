import type { ProviderEventEvent } from '#schemas/events/billing-comparison.ts'
import type { MessageEvent } from '#schemas/events/inbox.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type Decider, evolveBy } from './decider.ts'

type Message = { status: 'open' } | { status: 'settled' }

type MessageCommand = { type: 'SettleMessage'; outcome: MessageEvent }

const initialState: Message = { status: 'open' }

const evolve = evolveBy<Message, MessageEvent>({
  MailSent: () => ({ status: 'settled' }),
  TextSent: () => ({ status: 'settled' }),
  MessageDropped: () => ({ status: 'settled' }),
})

/** A message that one event asks for on one channel; it is settled once. */
export const messageDecider: Decider<Message, MessageCommand, MessageEvent> = {
  initialState,
  evolve,
  decide: (message, { outcome }) => (message.status === 'settled' ? [] : [outcome]),
}

type DataOf<Type extends ProviderEventEvent['type']> = EventNamed<Type>['data']

type ProviderEvent = { status: 'unknown' | 'received' | 'handled' }

type ProviderEventCommand =
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
