import type Stripe from 'stripe'

/** A decimal number as it is sent, which the SDK reads into its own type. */
export const decimal = (value: number): Stripe.Decimal => String(value) as unknown as Stripe.Decimal

/** A list that is a part of an object. */
export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({ object: 'list', data, has_more: false, url })

/** The id of an object that is referred to. */
export const idOf = (reference: string | { id: string }): string =>
  typeof reference === 'string' ? reference : reference.id

/** The same, where there may be none. */
export const idOrNull = (reference: string | { id: string } | null | undefined): string | null =>
  reference === null || reference === undefined ? null : idOf(reference)

/** The fields that have a value: those of a call that are to be changed. */
export const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
