/**
 * A number as it is dialled from anywhere, '+442071838750', from a country (calling code '44' or '+44', or 'GB') and
 * the number as people write it; undefined where there can be no such number. The rules of all countries are several
 * megabytes in memory, so they are loaded when the first number is asked for.
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
