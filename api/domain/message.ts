import type { MessageEvent } from '#schemas/events/message.ts'
import { type Decider, evolveBy } from './decider.ts'

export type Message = { status: 'open' } | { status: 'settled' }

export type MessageCommand = { type: 'SettleMessage'; outcome: MessageEvent }

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
