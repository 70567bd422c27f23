import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A number as it is dialled from anywhere, '+442071838750', from a country (calling code '44' or '+44', or 'GB') and
 * the number as people write it; undefined where there can be no such number.
 */
export const dialledNumber = (country: string, number: string): string | undefined => {
  const code = country.trim().toUpperCase()
  const calling = /^\+?(\d{1,4})$/.exec(code)?.[1]
  const parsed = calling
    ? parsePhoneNumberFromString(number, { defaultCallingCode: calling })
    : isSupportedCountry(code)
      ? parsePhoneNumberFromString(number, code)
      : undefined
  return parsed?.isPossible() ? parsed.number : undefined
}
