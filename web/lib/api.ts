import { nextCursor, requestUrl } from '#schemas/calls/request-url.ts'
import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { unattendedHeader } from '#schemas/time/session-life.ts'
import { problemOf } from '#web/lib/api-problem.ts'
import { isAttended } from '#web/lib/attendance.ts'
import { identityConfirmed } from '#web/lib/identity-confirmed.ts'
import { addressAt, shownMoment } from '#web/lib/moment.ts'
import { lastPosition, notePosition } from '#web/lib/position.ts'
import { teamWord } from '#web/lib/settings.ts'
import { send, sendForm, type UploadProgress } from '#web/lib/transport.ts'

type Whole<Fields> = { [Name in keyof Fields]-?: Exclude<Fields[Name], undefined> }

/**
 * The input of a call. A PUT must carry every field of its contract: a field that a form forgets would be lost
 * silently.
 */
export type InputOf<E extends Endpoint> = Pick<CallOf<E>, 'params' | 'query'> & { body?: BodyFor<E> }

export type BodyFor<E extends Endpoint> = E['method'] extends 'PUT'
  ? Whole<NonNullable<CallOf<E>['body']>>
  : NonNullable<CallOf<E>['body']>

type Values = Record<string, unknown>

/**
 * A response. A list also has the cursor of the next page and the total (D-08); `isAtLeast` means that the total is a
 * lower bound. A list also has its tag, and has no data if it is the one that `ifNoneMatch` names. A delete also has the id of
 * the trash entry that restores the record (D-10).
 */
export type Answer<Data> = {
  data: Data
  next: string | null
  total: number | null
  isAtLeast: boolean
  tag: string | null
  unchanged: boolean
  /** The answer may lack what was written just before (D-05). */
  isBehind: boolean
  trashId: string | null
}

export type Extras = {
  file?: File
  onProgress?: UploadProgress
  /** Aborts the call; without it, one that is no upload ends after 30 seconds. */
  signal?: AbortSignal
  /** The form of the answer, if not JSON. */
  accept?: string
  /** The revision that the user sees; the call answers 412 when it is no longer the current one (D-73). */
  ifMatch?: string
  /** The tag of the list that is held already. */
  ifNoneMatch?: string | undefined
  /** The server executes writes with the same key once (D-78). */
  idempotencyKey?: string
  /** The call is made even though the page is being left; it has at most 64 kB. */
  outlivesPage?: boolean
}

/** Whether a call is about the moment that the page shows. A change of records is, too, so that the server refuses it. */
const isOfMoment = ({ method, path, past }: Endpoint): boolean =>
  past === true || (past !== false && method !== 'GET' && path.startsWith('/api/'))

/** The URL of a call on this origin. */
export const urlOf = <E extends Endpoint>(endpoint: E, call: Omit<InputOf<E>, 'body'> = {}): string => {
  const url = requestUrl<E>(endpoint, call, teamWord())
  const moment = shownMoment()
  return moment !== null && isOfMoment(endpoint) ? addressAt(moment, url) : url
}

const formOf = (endpoint: Endpoint, body: Values, file: File | undefined): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    // A list sends its empty values too: names match their files by index (D-45).
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, String(each ?? ''))
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  // The file comes last, so that the server knows the other fields before the bytes arrive.
  const field = endpoint.transport?.upload?.field
  if (file && field !== undefined) form.append(field, file)
  return form
}

/** Sends a call; answers the response of any status. Throws 'Network Error' when none arrives. */
export const request = <E extends Endpoint>(endpoint: E, call: InputOf<E>, extras: Extras = {}): Promise<Response> => {
  const { file, onProgress = () => undefined, signal, ifMatch, ifNoneMatch, idempotencyKey } = extras
  const url = urlOf(endpoint, call)
  const body = (call.body ?? {}) as Values
  const headers = new Headers({ accept: extras.accept ?? 'application/json', 'x-min-position': lastPosition() })
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (ifNoneMatch !== undefined) headers.set('if-none-match', ifNoneMatch)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  if (!isAttended()) headers.set(unattendedHeader, 'true')
  if (endpoint.transport?.upload)
    return sendForm({ url, headers, form: formOf(endpoint, body, file), onProgress, signal })
  const init = { headers, keepalive: extras.outlivesPage ?? false, ...(signal ? { signal } : {}) }
  if (endpoint.method === 'GET') return send({ method: 'GET', url, ...init })
  headers.set('content-type', 'application/json')
  return send({ method: endpoint.method, url, body: JSON.stringify(body), ...init })
}

/** The parsed body; null where a call that may find nothing has found nothing. */
const bodyOf = (endpoint: Endpoint, answer: Response): unknown => {
  if (endpoint.response === 'empty' || answer.status === 304) return undefined
  return answer.status === 204 ? null : answer.json()
}

/**
 * Calls an endpoint. Throws ApiProblem for an error response, and when no response arrives. A call that needs the password
 * first is made again once the user has given it (D-100).
 */
export const callApi = async <E extends Endpoint>(
  endpoint: E,
  call: InputOf<E> = {},
  extras: Extras = {},
): Promise<Answer<ResponseOf<E>>> => {
  const answer = await request(endpoint, call, extras)
  const unchanged = answer.status === 304
  if (!answer.ok && !unchanged) {
    const problem = await problemOf(answer)
    if (problem.confirm && (await identityConfirmed())) return callApi(endpoint, call, extras)
    throw problem
  }
  notePosition(answer.headers.get('x-position'))
  const total = answer.headers.get('x-total-count')
  return {
    data: (await bodyOf(endpoint, answer)) as ResponseOf<E>,
    next: nextCursor(answer.headers.get('link')),
    total: total === null ? null : Number(total),
    isAtLeast: answer.headers.has('x-total-at-least'),
    tag: answer.headers.get('etag'),
    unchanged,
    isBehind: answer.headers.get('x-projection') === 'behind',
    trashId: answer.headers.get('x-trash-id'),
  }
}
