import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { CommandId } from '../ids.ts'

/** Kinds of values that are unique across the platform (D-89). */
export const ReservationKind = z.enum(['email', 'slug'])
export type ReservationKind = z.infer<typeof ReservationKind>

const claim = { kind: ReservationKind, holderId: z.string(), claimId: CommandId }

export const reservationEvents = {
  ReservationClaimed: z.object({ ...claim, expiresAt: z.iso.datetime() }),
  ReservationConfirmed: z.object(claim),
  ReservationReleased: z.object(claim),
}

export type ReservationEvent = EventOf<typeof reservationEvents>
