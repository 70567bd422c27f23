/** Countries whose European VAT is collected (VAL2-11). */
export const vatCountries = [
  'BE',
  'BG',
  'CZ',
  'DK',
  'DE',
  'EE',
  'IE',
  'GR',
  'ES',
  'FR',
  'HR',
  'IT',
  'CY',
  'LV',
  'LT',
  'LU',
  'HU',
  'MT',
  'NL',
  'AT',
  'PL',
  'PT',
  'RO',
  'SI',
  'SK',
  'FI',
  'SE',
  'GB',
] as const

/** Whether VAT applies: only if it is collected at all, and only in these countries (VAL2-10). */
export const asksVat = (collected: boolean, country: string): boolean =>
  collected && vatCountries.some((code) => code === country)

/** The answer when nothing determines the country (STATE2-37). */
export const unknownCountry = 'ZZ'
