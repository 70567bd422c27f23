/** Countries whose European VAT is collected. */
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

/** Whether VAT applies: only if it is collected at all, and only in these countries. */
export const asksVat = (collected: boolean, country: string): boolean =>
  collected && vatCountries.some((code) => code === country)

/** The answer when nothing determines the country. */
export const unknownCountry = 'ZZ'
