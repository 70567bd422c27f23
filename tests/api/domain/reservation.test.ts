import { describe, test } from 'vitest'
import { reservationDecider } from '#api/domain/reservation.ts'
import { deciding } from '#tests/support/decider.ts'
import { newCommandId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(reservationDecider)

describe('a reservation', () => {
  const expiresAt = '2026-03-31T10:01:00.000Z'
  const newClaim = () => ({ kind: 'email', holderId: newUserId(), claimId: newCommandId() }) as const
  const claim = newClaim()
  const rival = newClaim()
  const claimIt = { type: 'ClaimReservation', ...claim, expiresAt } as const
  const confirmIt = { type: 'ConfirmReservation', claimId: claim.claimId } as const
  const releaseIt = { type: 'ReleaseReservation', claimId: claim.claimId } as const
  const claimed = { type: 'ReservationClaimed', data: { ...claim, expiresAt } } as const
  const confirmed = { type: 'ReservationConfirmed', data: claim } as const
  const released = { type: 'ReservationReleased', data: claim } as const
  const rivalClaimsIt = { ...claimIt, ...rival }

  test('is claimed, then confirmed', () => {
    given().when(claimIt).then(claimed)
    given(claimed).when(confirmIt).then(confirmed)
  })

  test('goes to the first of two, and refuses the second', () => {
    given(claimed).when(rivalClaimsIt).thenBreaks('email-taken')
    given(claimed, confirmed).when(rivalClaimsIt).thenBreaks('email-taken')
    given(claimed)
      .when({ ...rivalClaimsIt, kind: 'slug' })
      .thenBreaks('slug-taken')
  })

  test('repeated by the same command changes nothing', () => {
    given(claimed).when(claimIt).thenNothing()
    given(claimed, confirmed).when(claimIt).thenNothing()
    given(claimed, confirmed).when(confirmIt).thenNothing()
  })

  test('is released by its holder, after which it is free', () => {
    given(claimed).when(releaseIt).then(released)
    given(claimed, confirmed).when(releaseIt).then(released)
    given(claimed, released)
      .when(rivalClaimsIt)
      .then({ type: 'ReservationClaimed', data: { ...rival, expiresAt } })
  })

  test('is not changed by a former holder', () => {
    given(claimed, released).when(releaseIt).thenNothing()
    given({ ...claimed, data: { ...rival, expiresAt } })
      .when(releaseIt)
      .thenNothing()
  })

  test('that was lost meanwhile is not confirmed', () => {
    given().when(confirmIt).thenBreaks('claim-lost')
    given(claimed, released).when(confirmIt).thenBreaks('claim-lost')
    given({ ...claimed, data: { ...rival, expiresAt } })
      .when(confirmIt)
      .thenBreaks('claim-lost')
  })
})
