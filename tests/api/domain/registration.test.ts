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
    given().decides(beginIt, hasBegun)
    given(hasBegun).decides(reserveIt, isReserved)
    given(hasBegun, isReserved).decides(acceptIt, isAccepted)
    given(hasBegun, isReserved, isAccepted).decides(settleIt, isSettled)
  })

  test('begins once', () => {
    given(hasBegun).refuses(beginIt, 'id-taken')
  })

  test('is refused when the card is declined', () => {
    given(hasBegun, isReserved).decides(refuseIt, isDeclined)
    given(hasBegun, isReserved, isDeclined).decides(settleIt, isSettled)
  })

  test('is refused before a payment is ordered when the address is taken, and not afterwards', () => {
    given(hasBegun).decides({ type: 'Refuse', refusal: taken }, isTaken)
    given(hasBegun, isReserved).ignores({ type: 'Refuse', refusal: taken })
  })

  test('is neither accepted nor declined before its claims are reserved', () => {
    given(hasBegun).ignores(acceptIt)
    given(hasBegun).ignores(refuseIt)
  })

  test('keeps its first outcome', () => {
    given(hasBegun, isReserved, isAccepted).ignores(refuseIt)
    given(hasBegun, isReserved, isDeclined).ignores(acceptIt)
    given(hasBegun, isTaken).ignores(reserveIt)
    given(hasBegun, isReserved, isAccepted).ignores({ type: 'Accept', paid: false })
  })

  test('is settled once, and only with an outcome', () => {
    given().ignores(settleIt)
    given(hasBegun, isReserved).ignores(settleIt)
    given(hasBegun, isReserved, isAccepted, isSettled).ignores(settleIt)
  })
})
