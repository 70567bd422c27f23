import type { ReservationEvent, ReservationKind } from '#schemas/events/reservation.ts'
import type { CommandId } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Claim = { kind: ReservationKind; holderId: string; claimId: CommandId }

export type Reservation = { status: 'free' } | ({ status: 'claimed' | 'confirmed' } & Claim)

export type ReservationCommand =
  | ({ type: 'ClaimReservation'; expiresAt: string } & Claim)
  | { type: 'ConfirmReservation'; claimId: CommandId }
  | { type: 'ReleaseReservation'; claimId: CommandId }

const initialState: Reservation = { status: 'free' }

const claimOf = ({ kind, holderId, claimId }: Claim): Claim => ({ kind, holderId, claimId })

const evolve = (reservation: Reservation, event: ReservationEvent): Reservation => {
  switch (event.type) {
    case 'ReservationClaimed':
      return { status: 'claimed', ...claimOf(event.data) }
    case 'ReservationConfirmed':
      return { status: 'confirmed', ...claimOf(event.data) }
    case 'ReservationReleased':
      return initialState
    default:
      event satisfies never
      return reservation
  }
}

const claim = (reservation: Reservation, command: ReservationCommand & { type: 'ClaimReservation' }) => {
  if (reservation.status === 'free') {
    const data = { ...claimOf(command), expiresAt: command.expiresAt }
    return [{ type: 'ReservationClaimed', data } as const]
  }
  if (reservation.claimId === command.claimId) return []
  throw new RuleBroken(command.kind === 'email' ? 'email-taken' : 'slug-taken')
}

const confirm = (reservation: Reservation, { claimId }: { claimId: CommandId }): ReservationEvent[] => {
  if (reservation.status === 'free' || reservation.claimId !== claimId) throw new RuleBroken('claim-lost')
  return reservation.status === 'confirmed' ? [] : [{ type: 'ReservationConfirmed', data: claimOf(reservation) }]
}

/** Releases nothing if another command holds the claim by now. */
const release = (reservation: Reservation, { claimId }: { claimId: CommandId }): ReservationEvent[] => {
  if (reservation.status === 'free' || reservation.claimId !== claimId) return []
  return [{ type: 'ReservationReleased', data: claimOf(reservation) }]
}

const decide = (reservation: Reservation, command: ReservationCommand): ReservationEvent[] => {
  switch (command.type) {
    case 'ClaimReservation':
      return claim(reservation, command)
    case 'ConfirmReservation':
      return confirm(reservation, command)
    case 'ReleaseReservation':
      return release(reservation, command)
    default:
      command satisfies never
      return []
  }
}

/** A value that must be unique on the whole platform: an e-mail address or a team slug (D-89). */
export const reservationDecider: Decider<Reservation, ReservationCommand, ReservationEvent> = {
  initialState,
  evolve,
  decide,
}
