import { z } from 'zod'

/** An amount in the minor unit of its currency, such as pence; below zero for a credit. */
export const MinorUnits = z.int()

/** ISO 4217, three small letters as payment providers write it: 'gbp'. */
export const Currency = z.string().regex(/^[a-z]{3}$/)

const formats = new Map<string, Intl.NumberFormat>()

const formatOf = (currency: string): Intl.NumberFormat => {
  const known = formats.get(currency)
  if (known) return known
  const made = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  formats.set(currency, made)
  return made
}

/**
 * Whether a currency is one of ISO 4217 whose minor unit is a hundredth, as all amounts are kept and shown. Yen have
 * none, dinars have thousandths.
 */
export const hasHundredths = (currency: string): boolean =>
  Intl.supportedValuesOf('currency').includes(currency.toUpperCase()) &&
  formatOf(currency).resolvedOptions().maximumFractionDigits === 2

/** An amount for people: '£1,190.00' for 119000 of 'gbp'. */
export const showMoney = (minor: number, currency: string): string => formatOf(currency).format(minor / 100)

/** Minor units as the major units that answers hold: 19 for 1900 (D-31). */
export const majorUnits = (minor: number): number => minor / 100
