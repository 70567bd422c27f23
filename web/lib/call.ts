import type { CallOf, Endpoint, Upload } from '#schemas/endpoint.ts'

declare const contract: unique symbol

/**
 * What the browser needs of a contract in `schemas/resources/`: method, path and access, and, when they apply, the
 * upload's field name and that the response is empty. The contract itself is imported as a type only, so the bundle
 * contains no schema and the browser parses nothing: the server alone decides what is valid (ABIL-27).
 */
export type Call<E extends Endpoint = Endpoint> = Pick<Endpoint, 'method' | 'path' | 'access'> & {
  upload?: Pick<Upload, 'field'>
  response?: 'empty'
  readonly [contract]?: E
}

type Upwards<E extends Endpoint> = E extends { upload: Upload } ? { upload: Pick<E['upload'], 'field'> } : unknown
type Bodiless<E extends Endpoint> = E extends { response: 'empty' } ? { response: 'empty' } : unknown
type More<E extends Endpoint> = Upwards<E> & Bodiless<E>

/** Declares a call; it does not compile when it differs from its contract. */
export const call = <E extends Endpoint>(
  method: E['method'],
  path: E['path'],
  access: E['access'],
  ...more: unknown extends More<E> ? [] : [More<E>]
): Call<E> => ({ method, path, access, ...(more[0] as object) })

type Whole<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }

/**
 * The input of a call. A PUT must carry every field of its contract: a field that a form forgets would be lost
 * silently.
 */
export type InputOf<E extends Endpoint> = Pick<CallOf<E>, 'params' | 'query'> & { body?: BodyFor<E> }

export type BodyFor<E extends Endpoint> = E['method'] extends 'PUT'
  ? Whole<NonNullable<CallOf<E>['body']>>
  : NonNullable<CallOf<E>['body']>
