import type { ReactNode } from 'react'
import type { Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import type { BodyFor } from '#web/lib/api.ts'

/** The props of a field's input. */
export type Bound<Value> = {
  value: Value
  error?: ReactNode
  onChange(value: Value): void
  /** The first field of a dialog takes the focus. */
  'data-autofocus'?: true
}

/** One field of a form, with all that the form, its request body and the comparison of two versions need. */
export type Field<Row, Value, Sent> = {
  /** The label; a field without one is left out when two versions are compared. */
  label?: string
  /** It is an own field, which a team has named: its value stands in `fields` of the body. */
  own?: true
  /** The server accepts the field and ignores it, so a difference in it does not make another version of the record. */
  ignored?: true
  /** The initial value in an empty form. */
  blank: Value
  /** The initial value in the form of an existing record. */
  from(row: Row): Value
  send(value: Value): Sent
  /** The value as text for the user. */
  read(value: Value): string
  /** The value that lists show while it is being saved. */
  preview?(value: Value): object
  input(bound: Bound<Value>, row?: Row): ReactNode
}

/**
 * The fields of a form that edits a record: one for every field of the contract's body. Write them as `{ ... }
 * satisfies FieldsOf<typeof contracts.updateVisit>`; a missing or unknown field does not compile. Own fields, which a team
 * has named, are added to them.
 */
export type FieldsOf<E extends Endpoint> = {
  [Name in Exclude<keyof BodyFor<E>, 'fields'>]: Field<ResponseOf<E>, unknown, BodyFor<E>[Name]>
}

export type Fields = Record<string, Field<unknown, unknown, unknown>>

/** The values of a form with these fields. */
export type ValuesOf<F> = {
  [Name in keyof F]: F[Name] extends { from(row: never): infer Value } ? Value : never
}
type SentOf<F> = { [Name in keyof F]: F[Name] extends { send(value: never): infer Sent } ? Sent : never }
type RowOf<F> = F[keyof F] extends { from(row: infer Row): unknown } ? Row : never

const each = <F extends Fields>(fields: F, of: (field: Fields[string], name: string) => unknown): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, of(field, name)]))

export const blankValues = <F extends Fields>(fields: F): ValuesOf<F> =>
  each(fields, ({ blank }) => blank) as ValuesOf<F>

export const valuesFrom = <F extends Fields>(fields: F, row: RowOf<F>): ValuesOf<F> =>
  each(fields, (field) => field.from(row)) as ValuesOf<F>

export const bodyFrom = <F extends Fields>(fields: F, values: ValuesOf<F>): SentOf<F> => {
  const all = Object.entries(fields)
  const sent = (those: typeof all) =>
    Object.fromEntries(those.map(([name, field]) => [name, field.send(values[name as keyof F] ?? field.blank)]))
  const own = all.filter(([, field]) => field.own)
  const fixed = sent(all.filter(([, field]) => !field.own))
  return (own.length > 0 ? { ...fixed, fields: sent(own) } : fixed) as SentOf<F>
}

/** A record as lists will show it once the values are saved. */
export const previewOf = <F extends Fields, Row extends RowOf<F>>(fields: F, row: Row, values: ValuesOf<F>): Row => {
  const changes = Object.entries(fields).map(([name, field]) => field.preview?.(values[name as keyof F]))
  return Object.assign({}, row, ...changes)
}

/** Whether two versions of a record are equal in every field that the form sends and the server does not ignore. */
export const readTheSame = <F extends Fields>(fields: F, one: RowOf<F>, other: RowOf<F>): boolean => {
  const read = (row: RowOf<F>) => JSON.stringify(each(fields, (field) => (field.ignored ? null : field.from(row))))
  return read(one) === read(other)
}
