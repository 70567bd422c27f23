import type { RegistrationEvent, RegistrationRefusal } from '#schemas/events/registration.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { CommandId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type DataOf<Type extends RegistrationEvent['type']> = EventNamed<Type>['data']

export type Begun = DataOf<'RegistrationBegun'>

/** A registration with a card. Who carries it out does what its status says, then records the next one. */
export type Registration =
  | { status: 'none' }
  | { status: 'begun' | 'reserved'; begun: Begun }
  | { status: 'accepted'; begun: Begun; paid: boolean; settled: boolean }
  | { status: 'refused'; begun: Begun; refusal: RegistrationRefusal; settled: boolean }

export type RegistrationCommand =
  | { type: 'Begin'; begun: Begun }
  | { type: 'Reserve' }
  | { type: 'Accept'; paid: boolean }
  | { type: 'Refuse'; refusal: RegistrationRefusal }
  | { type: 'Settle' }

const initialState: Registration = { status: 'none' }

const evolve = (registration: Registration, event: RegistrationEvent): Registration => {
  if (event.type === 'RegistrationBegun') return { status: 'begun', begun: event.data }
  if (registration.status === 'none') return registration
  const { begun } = registration
  switch (event.type) {
    case 'RegistrationReserved':
      return { status: 'reserved', begun }
    case 'RegistrationAccepted':
      return { status: 'accepted', begun, paid: event.data.paid, settled: false }
    case 'RegistrationRefused':
      return { status: 'refused', begun, refusal: event.data.refusal, settled: false }
    case 'RegistrationSettled':
      return 'settled' in registration ? { ...registration, settled: true } : registration
    default:
      event satisfies never
      return registration
  }
}

/** Whether it still has something to do, and holds what it has claimed. */
export const isOpen = (registration: Registration): boolean =>
  registration.status !== 'none' && !('settled' in registration && registration.settled)

const idOf = ({ begun: { registrationId } }: { begun: Begun }): { registrationId: CommandId } => ({ registrationId })

/**
 * Each step counts once, and only in its turn: a process that comes late with another result changes nothing, and goes
 * on with what was recorded.
 */
const decide = (registration: Registration, command: RegistrationCommand): RegistrationEvent[] => {
  if (command.type === 'Begin') {
    if (registration.status !== 'none') throw new RuleBroken('id-taken')
    return [{ type: 'RegistrationBegun', data: command.begun }]
  }
  if (registration.status === 'none') return []
  const of = idOf(registration)
  const { status } = registration
  switch (command.type) {
    case 'Reserve':
      return status === 'begun' ? [{ type: 'RegistrationReserved', data: of }] : []
    case 'Accept':
      return status === 'reserved' ? [{ type: 'RegistrationAccepted', data: { ...of, paid: command.paid } }] : []
    case 'Refuse': {
      const { refusal } = command
      if (status !== ('taken' in refusal ? 'begun' : 'reserved')) return []
      return [{ type: 'RegistrationRefused', data: { ...of, billable: registration.begun.billable, refusal } }]
    }
    case 'Settle':
      return 'settled' in registration && !registration.settled ? [{ type: 'RegistrationSettled', data: of }] : []
    default:
      command satisfies never
      return []
  }
}

/** A registration that is paid for before there is an account. */
export const registrationDecider: Decider<Registration, RegistrationCommand, RegistrationEvent> = {
  initialState,
  evolve,
  decide,
}
