import type { CallOf, Endpoint, ResponseOf } from '#schemas/endpoint.ts'
import { nextCursor, requestUrl } from '#schemas/request-url.ts'
import { problemOf } from '#web/lib/api-problem.ts'
import { lastPosition, notePosition } from '#web/lib/position.ts'
import { teamWord } from '#web/lib/settings.ts'
import { send, sendForm, type UploadProgress } from '#web/lib/transport.ts'

type Values = Record<string, unknown>

/**
 * An answer: for lists also where the next page starts and how many rows there are in all (D-08), for a delete also
 * the entry of the trash that restores it (D-10).
 */
export type Answer<Data> = { data: Data; next: string | null; total: number | null; trashId: string | null }

export type Extras = {
  file?: File
  onProgress?: UploadProgress
  /** Ends an upload early. */
  signal?: AbortSignal
  /** The revision that was on the screen; the call answers 412 where it is not the present one any more (D-73). */
  ifMatch?: string
  /** The same write sent again under its key is done once (D-78). */
  idempotencyKey?: string
}

/** The address of a call on this origin. */
export const urlOf = <E extends Endpoint>(endpoint: E, call: Omit<CallOf<E>, 'body'> = {}): string =>
  requestUrl(endpoint, call, teamWord())

const formOf = (endpoint: Endpoint, body: Values, file: File | undefined): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    // Of a list every place is sent, empty ones too: names go by the order of their files (D-45).
    if (Array.isArray(value)) for (const each of value) form.append(`${name}[]`, String(each ?? ''))
    else if (value !== undefined && value !== null) form.append(name, String(value))
  }
  // The file goes last, so that the server knows the other fields before the bytes arrive.
  if (file && endpoint.upload) form.append(endpoint.upload.field, file)
  return form
}

const request = (endpoint: Endpoint, url: string, body: Values, extras: Extras): Promise<Response> => {
  const { file, onProgress = () => undefined, signal, ifMatch, idempotencyKey } = extras
  const headers = new Headers({ accept: 'application/json' })
  if (ifMatch !== undefined) headers.set('if-match', `"${ifMatch}"`)
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey)
  const position = lastPosition()
  if (endpoint.method === 'GET' && position) headers.set('x-min-position', position)
  if (endpoint.upload) return sendForm({ url, headers, form: formOf(endpoint, body, file), onProgress, signal })
  if (endpoint.method === 'GET') return send({ method: 'GET', url, headers })
  headers.set('content-type', 'application/json')
  return send({ method: endpoint.method, url, headers, body: JSON.stringify(body) })
}

/** Calls an endpoint. Throws ApiProblem for every answer that is not a success, and where none came. */
export const ask = async <E extends Endpoint>(
  endpoint: E,
  call: CallOf<E> = {},
  extras: Extras = {},
): Promise<Answer<ResponseOf<E>>> => {
  const answer = await request(endpoint, urlOf(endpoint, call), (call.body ?? {}) as Values, extras)
  if (!answer.ok) throw await problemOf(answer)
  notePosition(answer.headers.get('x-position'))
  const total = answer.headers.get('x-total-count')
  return {
    data: (endpoint.response === 'empty' ? undefined : await answer.json()) as ResponseOf<E>,
    next: nextCursor(answer.headers.get('link')),
    total: total === null ? null : Number(total),
    trashId: answer.headers.get('x-trash-id'),
  }
}
