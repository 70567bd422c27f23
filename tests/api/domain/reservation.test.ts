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
    given().decides(claimIt, claimed)
    given(claimed).decides(confirmIt, confirmed)
  })

  test('goes to the first of two, and refuses the second', () => {
    given(claimed).refuses(rivalClaimsIt, 'email-taken')
    given(claimed, confirmed).refuses(rivalClaimsIt, 'email-taken')
    given(claimed).refuses({ ...rivalClaimsIt, kind: 'slug' }, 'slug-taken')
  })

  test('repeated by the same command changes nothing', () => {
    given(claimed).ignores(claimIt)
    given(claimed, confirmed).ignores(claimIt)
    given(claimed, confirmed).ignores(confirmIt)
  })

  test('is released by its holder, after which it is free', () => {
    given(claimed).decides(releaseIt, released)
    given(claimed, confirmed).decides(releaseIt, released)
    given(claimed, released).decides(rivalClaimsIt, { type: 'ReservationClaimed', data: { ...rival, expiresAt } })
  })

  test('is not changed by a former holder', () => {
    given(claimed, released).ignores(releaseIt)
    given({ ...claimed, data: { ...rival, expiresAt } }).ignores(releaseIt)
  })

  test('that was lost meanwhile is not confirmed', () => {
    given().refuses(confirmIt, 'claim-lost')
    given(claimed, released).refuses(confirmIt, 'claim-lost')
    given({ ...claimed, data: { ...rival, expiresAt } }).refuses(confirmIt, 'claim-lost')
  })
})
