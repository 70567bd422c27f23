import { cardError, cardOfNumber, type TestCard } from './cards.ts'
import type { ApiError } from './errors.ts'

export type CardDetails = { number: string; exp_month: number; exp_year: number; cvc?: string | undefined }

const hasCheckDigit = (number: string): boolean => {
  const digits = [...number].toReversed().map(Number)
  const sum = digits.reduce((total, digit, at) => {
    const counted = at % 2 === 0 ? digit : digit * 2
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

const incorrect = (code: string, message: string, param: string): ApiError =>
  cardError({ code, decline_code: code, message, param })

/**
 * The test card that somebody has typed.
 * @param now seconds, by the clock of the sandbox
 * @throws {ApiError} 402 when number, date or security code are wrong, or it is a card of the real world
 */
export const checkedCard = (details: CardDetails, now: number): TestCard => {
  const number = details.number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !hasCheckDigit(number)) {
    throw incorrect('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const { exp_month: month, exp_year: year } = details
  if (month < 1 || month > 12) {
    throw incorrect('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  const fullYear = year < 100 ? 2000 + year : year
  if (Date.UTC(fullYear, month) / 1000 <= now || fullYear > 2100) {
    throw incorrect('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  const card = cardOfNumber(number)
  const length = card?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (details.cvc !== undefined && !length.test(details.cvc)) {
    throw incorrect('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  if (card !== undefined) return card
  throw cardError({
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  })
}
