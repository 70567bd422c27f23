/** An instant of Stripe, in seconds. */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const instantOrNull = (seconds: number | null): string | null => (seconds === null ? null : instant(seconds))

export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
