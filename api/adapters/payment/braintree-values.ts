const day = 24 * 60 * 60 * 1000

/** An amount as Braintree has it, '12.34', and in minor units. */
export const majorOf = (minor: number): string => (minor / 100).toFixed(2)
export const minorOf = (major: string | null | undefined): number => Math.round(Number(major ?? 0) * 100)

/** A date of Braintree, 'yyyy-mm-dd', as the instant at which it begins, and the one at which it has passed. */
export const startOf = (date: string): string => new Date(`${date.slice(0, 10)}T00:00:00.000Z`).toISOString()
export const endOf = (date: string): string => new Date(Date.parse(startOf(date)) + day).toISOString()

export const instant = (dateTime: string): string => new Date(dateTime).toISOString()

/** Whole days from one instant to a later one. */
export const daysBetween = (from: string, to: string): number =>
  Math.max(0, Math.ceil((Date.parse(to) - Date.parse(from)) / day))

/** The first date that begins at an instant or after it: nobody is charged before their trial has ended. */
export const dateAtOrAfter = (at: string): Date => new Date(Math.ceil(Date.parse(at) / day) * day)
