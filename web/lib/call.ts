import type { CallOf, Endpoint } from '#schemas/endpoint.ts'

type Whole<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }

/**
 * The input of a call. A PUT must carry every field of its contract: a field that a form forgets would be lost
 * silently.
 */
export type InputOf<E extends Endpoint> = Pick<CallOf<E>, 'params' | 'query'> & { body?: BodyFor<E> }

export type BodyFor<E extends Endpoint> = E['method'] extends 'PUT'
  ? Whole<NonNullable<CallOf<E>['body']>>
  : NonNullable<CallOf<E>['body']>
