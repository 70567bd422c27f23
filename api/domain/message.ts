import type { MessageEvent } from '#schemas/events/message.ts'
import type { Decider } from './decider.ts'

export type Message = { status: 'open' } | { status: 'settled' }

export type MessageCommand = { type: 'SettleMessage'; outcome: MessageEvent }

const initialState: Message = { status: 'open' }

const evolve = (message: Message, event: MessageEvent): Message => {
  switch (event.type) {
    case 'MailSent':
    case 'TextSent':
    case 'MessageDropped':
      return { status: 'settled' }
    default:
      event satisfies never
      return message
  }
}

/** A message that one event asks for on one channel; it is settled once. */
export const messageDecider: Decider<Message, MessageCommand, MessageEvent> = {
  initialState,
  evolve,
  decide: (message, { outcome }) => (message.status === 'settled' ? [] : [outcome]),
}
