import type { CategoryIdEvent } from '#schemas/events/category.ts'
import type { ReservationEvent, ReservationKind } from '#schemas/events/team-invitation.ts'
import type { CategoryId, CommandId, TeamId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'
import { RuleBroken } from './rule.ts'

type Claim = { kind: ReservationKind; holderId: string; claimId: CommandId }

type Reservation = { status: 'free' } | ({ status: 'claimed' | 'confirmed' } & Claim)

type ReservationCommand =
  | ({ type: 'ClaimReservation'; expiresAt: string } & Claim)
  | { type: 'ConfirmReservation'; claimId: CommandId }
  | { type: 'ReleaseReservation'; claimId: CommandId }

const initialState: Reservation = { status: 'free' }

const claimOf = ({ kind, holderId, claimId }: Claim): Claim => ({ kind, holderId, claimId })

const evolve = evolveBy<Reservation, ReservationEvent>({
  ReservationClaimed: (_reservation, data) => ({ status: 'claimed', ...claimOf(data) }),
  ReservationConfirmed: (_reservation, data) => ({ status: 'confirmed', ...claimOf(data) }),
  ReservationReleased: () => initialState,
})

const decide = decideBy<Reservation, ReservationCommand, ReservationEvent>({
  ClaimReservation: (reservation, command) => {
    if (reservation.status === 'free') {
      const data = { ...claimOf(command), expiresAt: command.expiresAt }
      return [{ type: 'ReservationClaimed', data } as const]
    }
    if (reservation.claimId === command.claimId) return []
    throw new RuleBroken(command.kind === 'email' ? 'email-taken' : 'slug-taken')
  },
  ConfirmReservation: (reservation, { claimId }) => {
    if (reservation.status === 'free' || reservation.claimId !== claimId) throw new RuleBroken('claim-lost')
    return reservation.status === 'confirmed' ? [] : [{ type: 'ReservationConfirmed', data: claimOf(reservation) }]
  },
  /** Releases nothing if another command holds the claim by now. */
  ReleaseReservation: (reservation, { claimId }) => {
    if (reservation.status === 'free' || reservation.claimId !== claimId) return []
    return [{ type: 'ReservationReleased', data: claimOf(reservation) }]
  },
})

/** A value that must be unique on the whole platform: an e-mail address or a team slug (D-89). */
export const reservationDecider: Decider<Reservation, ReservationCommand, ReservationEvent> = {
  initialState,
  evolve,
  decide,
}

/** A claim on a category id. Ids are unique across teams, although each team's categories share one stream (D-78). */
type CategoryIdClaim = { status: 'free' } | { status: 'claimed'; teamId: TeamId }

type ClaimCategoryId = { type: 'ClaimCategoryId'; categoryId: CategoryId; teamId: TeamId }

/** A team may claim its own id again: the command that used it may have been refused afterwards. */
export const categoryIdDecider: Decider<CategoryIdClaim, ClaimCategoryId, CategoryIdEvent> = {
  initialState: { status: 'free' },
  evolve: (_claim, { data }) => ({ status: 'claimed', teamId: data.teamId }),
  decide: (state, { categoryId, teamId }) => {
    if (state.status === 'free') return [{ type: 'CategoryIdClaimed', data: { categoryId, teamId } }]
    if (state.teamId !== teamId) throw new RuleBroken('id-taken')
    return []
  },
}
