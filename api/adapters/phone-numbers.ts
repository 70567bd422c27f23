/**
 * A phone number in international format, '+442071838750', from a country (calling code '44' or '+44', or 'GB') and the
 * number as people write it; undefined if no such number is possible. The library holds several megabytes of rules, so
 * it is loaded on first use.
 */
export const dialledNumber = async (country: string, number: string): Promise<string | undefined> => {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js')
  const code = country.trim().toUpperCase()
  const calling = /^\+?(\d{1,4})$/.exec(code)?.[1]
  const parsed = calling
    ? parsePhoneNumberFromString(number, { defaultCallingCode: calling })
    : isSupportedCountry(code)
      ? parsePhoneNumberFromString(number, code)
      : undefined
  return parsed?.isPossible() ? parsed.number : undefined
}
