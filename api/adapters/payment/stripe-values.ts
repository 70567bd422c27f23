import { Billable } from '#schemas/billing/billable.ts'

/** Whose an object is, as customers and subscriptions name it in their metadata; null for one that is not ours. */
export const billableIn = ({ kind, billable: id }: { [name: string]: string }): Billable | null =>
  Billable.safeParse({ kind, id }).data ?? null

/** An instant of Stripe, in seconds. */
export const instant = (seconds: number): string => new Date(seconds * 1000).toISOString()
export const instantOrNull = (seconds: number | null): string | null => (seconds === null ? null : instant(seconds))

export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id
