import type { z } from 'zod'
import type { Access, TeamRight } from './policy.ts'
import type { SecurityEvent } from './rights/security-events.ts'

/**
 * Files of a multipart request: the field (`file`, or `file[]` for several), the number of files, and their types. `bare`:
 * the body may be the one file, without a form.
 */
export type Upload = { field: string; maxFiles: number; types: readonly string[]; bare?: true }

/** Who may make a call, beyond its access, and what a call of theirs means. */
export type Caller = {
  /**
   * Which tokens may call an endpoint that needs no ability (D-66, D-114): `true` those that may do anything at all,
   * `bare` those without a scope too, or those with this ability; without it, only a signed-in user.
   */
  byToken?: true | 'bare' | 'billing.view'
  /** A right that opens it as well. */
  orBy?: TeamRight
  /** A right that it needs as well. */
  andBy?: TeamRight
  /** Whether users may call it before they have verified their e-mail address, if that is required (D-94). */
  unverified?: true
  /** Whether the team needs a trial or a plan for it, as for all that needs an ability (D-44). */
  needsPlan?: true
  /** Whether a read is for the user alone, and not for an operator who impersonates them (D-64), as most writes are. */
  inPerson?: true
  /** Why an operator who impersonates the user may call it, although it is a write that no ability on records allows (D-115). */
  impersonated?: string
  /** Whether the user must have given their password in this session within the last ten minutes (D-100). */
  confirmed?: true
  /** Whether a call, even a GET, must come from this application's own pages, or else from the address bar (D-64, D-74). */
  fromOwnPages?: true | 'or-typed'
  /** Whether programs in browsers may call it from any origin; cookies count for nothing there. */
  crossOrigin?: true
  /**
   * Whether whoever has the link may call it, as the user who made the link: nobody's session counts, rights are current,
   * navigations are refused by plain pages, and neither other sites nor search engines learn of the link.
   */
  byLink?: true
  /** The security event that a call of it is, once served; calls of operators are theirs without it. */
  recorded?: SecurityEvent
}

/** Bodies and answers other than JSON, and further statuses. */
type Transport = {
  upload?: Upload
  /** A body that is a file of one of these types. */
  raw?: { types: readonly string[] }
  /** Whether its sender has signed the exact bytes of the body. */
  signed?: true
  /** Whether the body is form-encoded, each parameter once; refusals are those of RFC 6749, or pages. */
  form?: true
  /** The possible types of its content; `each` is the schema of every line or message of a stream. */
  content?: { types: readonly string[]; each?: z.ZodType }
  /** Whether callers who prefer `application/x-ndjson` are told its progress, in lines that end with the response. */
  progress?: true
  /** Whether callers who prefer `text/csv` are answered lines of all rows, whatever the limit. */
  csv?: true
  /** Whether it may answer 202 instead: what was asked for goes on, and the answer shows it as it is by now. */
  mayGoOn?: true
  /** Whether it may answer 200 instead: what it makes was there already. */
  mayBeThere?: true
  /** Whether it may answer 204 instead: there is nothing of the kind. */
  mayBeNone?: true
  /** Whether its route answers navigations too, mostly with the page of the web app (D-38). */
  showsPage?: true
}

/** How old an answer may be. */
type Cache = {
  /** Whether its one resource, which has no revision, has an entity tag as a list has: who has it already is answered 304. */
  tagged?: true
  /** Whether it is answered however far the read models are behind, as what operators mend them with (D-105). */
  whileBehind?: true
}

/** The cost of a call; ceilings.ts says how often it may be made. */
type Limits = {
  /** The most bytes of a file, or of a form or a signed body, if it is not what all of them have. */
  maxBytes?: number
  /** Whether it may take long: few threads run it, and they refuse it while their queue is full. */
  slow?: true
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The contract of one call, which the API, the web app and the command line read. `path` marks parameters with braces;
 * `{teams}` stands for the configured word (D-18). `response` is a schema, `'empty'` (no body) or `'content'` (bytes).
 * Calls beyond their entry in ceilings.ts, and slow calls beyond their queue, answer 429.
 */
export type Endpoint = {
  method: Method
  path: `/${string}`
  summary: string
  /** Further facts for callers, in whole sentences. */
  about?: string
  access: Access
  caller?: Caller
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodObject
  transport?: Transport
  cache?: Cache
  limits?: Limits
  /**
   * Whether `as_of` may ask what it answered at a moment (D-121); `or-now`: only the past answers it, also of now; false: it
   * may not, and is no change of what was.
   */
  past?: boolean | 'or-now'
  response: z.ZodType | 'empty' | 'content'
  status: 200 | 201 | 202 | 204 | 302
}

/** An endpoint as it is declared: its status is 204 for an empty response and otherwise 200, unless it says another. */
type Declared = Omit<Endpoint, 'method' | 'path' | 'response' | 'status'> &
  Partial<Pick<Endpoint, 'response' | 'status'>>

type Called<M extends Method, E extends Declared> = E & {
  method: M
  path: Endpoint['path']
  response: E extends Pick<Endpoint, 'response'> ? E['response'] : 'empty'
  status: Endpoint['status']
}

/** Declares an endpoint by its method and path, and keeps its exact type. Its response is empty unless it names one. */
export const endpoint = <const M extends Method, const E extends Declared>(
  call: `${M} /${string}`,
  { response = 'empty', ...contract }: E,
): Called<M, E> => {
  const [method, path] = call.split(' ')
  return { status: response === 'empty' ? 204 : 200, ...contract, response, method, path } as unknown as Called<M, E>
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : Record<string, never>
type Sent<S> = S extends z.ZodType ? z.input<S> : Record<string, never>

export type ParamsOf<E extends Endpoint> = Parsed<E['params']>
export type QueryOf<E extends Endpoint> = Parsed<E['query']>
export type BodyOf<E extends Endpoint> = Parsed<E['body']>
export type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : undefined

/** The request of a caller, before defaults and transformations. */
export type CallOf<E extends Endpoint> = {
  params?: Sent<E['params']>
  query?: Sent<E['query']>
  body?: Sent<E['body']>
}
