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

type GivenMetadata = '' | { [name: string]: string } | undefined

/** What is left of metadata: given names are set, empty ones are taken away, and the empty text takes all. */
export const mergedMetadata = (present: Stripe.Metadata | null, given: GivenMetadata): Stripe.Metadata => {
  if (given === '') return {}
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''))
}

type GivenAddress = { [Part in keyof Stripe.Address]?: string | undefined }

export const addressOf = (given: '' | GivenAddress | undefined): Stripe.Address | null =>
  given === undefined || given === ''
    ? null
    : {
        city: given.city || null,
        country: given.country || null,
        line1: given.line1 || null,
        line2: given.line2 || null,
        postal_code: given.postal_code || null,
        state: given.state || null,
      }

/** Undefined for a value that was not given, null for one that was taken away. */
export const cleared = <T>(value: T | '' | undefined): T | null | undefined => (value === '' ? null : value)

/** The fields that have a value: those of a call that are to be changed. */
export const given = <T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
