import { describe, test } from 'vitest'
import { registrationDecider } from '#api/domain/registration.ts'
import { deciding } from '#tests/support/decider.ts'
import { registrationOf } from '#tests/support/registrations.ts'

const given = deciding(registrationDecider)

describe('a registration with a card', () => {
  const begun = registrationOf()
  const { registrationId, billable } = begun
  const declined = { code: 'card_declined', message: 'Your card was declined.' }
  const taken = { taken: 'email' } as const
  const beginIt = { type: 'Begin', begun } as const
  const reserveIt = { type: 'Reserve' } as const
  const acceptIt = { type: 'Accept', paid: true } as const
  const refuseIt = { type: 'Refuse', refusal: declined } as const
  const settleIt = { type: 'Settle' } as const

  const hasBegun = { type: 'RegistrationBegun', data: begun } as const
  const isReserved = { type: 'RegistrationReserved', data: { registrationId } } as const
  const isAccepted = { type: 'RegistrationAccepted', data: { registrationId, paid: true } } as const
  const isDeclined = { type: 'RegistrationRefused', data: { registrationId, billable, refusal: declined } } as const
  const isTaken = { type: 'RegistrationRefused', data: { registrationId, billable, refusal: taken } } as const
  const isSettled = { type: 'RegistrationSettled', data: { registrationId } } as const

  test('begins, reserves what must be unique, is accepted once it is paid, and settled', () => {
    given().when(beginIt).then(hasBegun)
    given(hasBegun).when(reserveIt).then(isReserved)
    given(hasBegun, isReserved).when(acceptIt).then(isAccepted)
    given(hasBegun, isReserved, isAccepted).when(settleIt).then(isSettled)
  })

  test('begins once', () => {
    given(hasBegun).when(beginIt).thenBreaks('id-taken')
  })

  test('is refused when the card is declined', () => {
    given(hasBegun, isReserved).when(refuseIt).then(isDeclined)
    given(hasBegun, isReserved, isDeclined).when(settleIt).then(isSettled)
  })

  test('is refused before a payment is ordered when the address is taken, and not afterwards', () => {
    given(hasBegun).when({ type: 'Refuse', refusal: taken }).then(isTaken)
    given(hasBegun, isReserved).when({ type: 'Refuse', refusal: taken }).thenNothing()
  })

  test('is neither accepted nor declined before its claims are reserved', () => {
    given(hasBegun).when(acceptIt).thenNothing()
    given(hasBegun).when(refuseIt).thenNothing()
  })

  test('keeps its first outcome', () => {
    given(hasBegun, isReserved, isAccepted).when(refuseIt).thenNothing()
    given(hasBegun, isReserved, isDeclined).when(acceptIt).thenNothing()
    given(hasBegun, isTaken).when(reserveIt).thenNothing()
    given(hasBegun, isReserved, isAccepted).when({ type: 'Accept', paid: false }).thenNothing()
  })

  test('is settled once, and only with an outcome', () => {
    given().when(settleIt).thenNothing()
    given(hasBegun, isReserved).when(settleIt).thenNothing()
    given(hasBegun, isReserved, isAccepted, isSettled).when(settleIt).thenNothing()
  })
})
