import type { z } from 'zod'
import type { Access } from './policy.ts'

/**
 * Files of a multipart request: the field that carries them (`file`, or `file[]` where it may carry several), how many,
 * their types, and the most bytes of each where that is less than any upload's.
 */
export type Upload = { field: string; maxFiles: number; types: readonly string[]; maxBytes?: number }

/** A body that is a file by itself: its content types, and the most bytes. */
export type Raw = { types: readonly string[]; maxBytes: number }

/**
 * How often something may be tried in a minute, and who counts as the same: one address typed from one machine, the
 * user whose second factor is still to come, or the signed-in user. `failures`: what succeeds does not count.
 */
export type Throttle = {
  tries: number
  by: 'email-and-address' | 'pending-user' | 'user'
  counts: 'failures' | 'all'
}

/**
 * The contract of one call, read by the API, the web app and the command line.
 * `path` marks parameters with braces; `{teams}` stands for the configured word (D-18).
 * `response` is a schema, `'empty'` (no body) or `'content'` (bytes). Beyond its `throttle` and `atOnce` it
 * answers 429.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: `/${string}`
  summary: string
  /** What a caller has to know beyond that, in whole sentences. */
  about?: string
  access: Access
  /** Whether an API token may call what needs no ability; without it, only somebody who has signed in (D-66). */
  byToken?: true
  /** Whether somebody may call it whose e-mail address is still to be verified, where that is demanded (D-94). */
  unverified?: true
  /** Whether only the person themselves may call it, and never an operator who works in their name (D-64). */
  inPerson?: true
  /** Whether a call, a GET too, must come from this application's own pages (D-64, D-74). */
  fromOwnPages?: true
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  upload?: Upload
  raw?: Raw
  throttle?: Throttle
  /** How many of these one caller, a user or else a machine, may have under way at once in one process. */
  atOnce?: number
  response: z.ZodType | 'empty' | 'content'
  /** The types that its content may have; `each` is the shape of every line or message where it consists of such. */
  content?: { types: readonly string[]; each?: z.ZodType }
  status: 200 | 201 | 204 | 302
}

/** Declares an endpoint and keeps its exact type. */
export const endpoint = <const E extends Endpoint>(contract: E): E => contract

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>
type Sent<S> = S extends z.ZodType ? z.input<S> : Record<string, never>

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

/** What a caller sends, before defaults and transformations. */
export type CallOf<E extends Endpoint> = {
  params?: Sent<E['params']>
  query?: Sent<E['query']>
  body?: Sent<E['body']>
}
