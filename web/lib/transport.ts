import { ApiProblem, networkError } from '#web/lib/api-problem.ts'

/** Timeout of a request in milliseconds; uploads have none. */
const timeout = 30_000

export type Outgoing = {
  method: string
  url: string
  headers: Headers
  body?: string | File
  /** Aborts the request; replaces the timeout. */
  signal?: AbortSignal
  /** Whether the request goes on when its page is left. */
  keepalive?: boolean
}
export type UploadProgress = (share: number) => void

const unreachable = (cause: unknown): ApiProblem => {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiProblem(0, timedOut ? `timeout of ${timeout}ms exceeded` : networkError)
}

/** Sends a request. Returns a response of any status; throws 'Network Error' when none arrives. */
export const send = async ({ url, ...request }: Outgoing): Promise<Response> => {
  try {
    // Only the query cache decides how long data is fresh; an ETag does not cover counts that other records change.
    return await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(timeout), ...request })
  } catch (cause) {
    if (request.signal?.aborted) throw cause
    throw unreachable(cause)
  }
}

const headersOf = (lines: string): Headers => {
  const headers = new Headers()
  for (const line of lines.trim().split(/[\r\n]+/)) {
    const [name, ...value] = line.split(': ')
    if (name) headers.append(name, value.join(': '))
  }
  return headers
}

export type OutgoingForm = {
  url: string
  headers: Headers
  form: FormData
  onProgress: UploadProgress
  signal: AbortSignal | undefined
}

/**
 * Sends a form with files and reports the share that was sent, 0 to 1, which `fetch` cannot. The signal aborts it, also
 * before it is sent: what is uploaded is kept first, and somebody may call it off meanwhile.
 */
export const sendForm = ({ url, headers, form, onProgress, signal }: OutgoingForm) =>
  new Promise<Response>((resolve, reject) => {
    const stop = () => reject(new ApiProblem(0, 'The upload was stopped.'))
    if (signal?.aborted) return stop()
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const init = { status: request.status, headers: headersOf(request.getAllResponseHeaders()) }
      resolve(new Response(request.status === 204 ? null : request.responseText, init))
    }
    request.onerror = () => reject(new ApiProblem(0, networkError))
    request.onabort = stop
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
