import { ApiProblem, networkError } from '#web/lib/api-problem.ts'

/** Longest wait for an answer, in milliseconds; uploads may take as long as they need. */
const patience = 30_000

export type Outgoing = {
  method: string
  url: string
  headers: Headers
  body?: string | File
  /** What ends it early, in the place of the longest wait. */
  signal?: AbortSignal
}
export type UploadProgress = (share: number) => void

const unreachable = (cause: unknown): ApiProblem => {
  const timedOut = cause instanceof DOMException && cause.name === 'TimeoutError'
  return new ApiProblem(0, timedOut ? `timeout of ${patience}ms exceeded` : networkError)
}

/** Sends a request; an answer of any status comes back, no answer at all throws 'Network Error' (ERR2-16, ERR2-17). */
export const send = async ({ url, ...request }: Outgoing): Promise<Response> => {
  try {
    // What is good for how long is the query cache's to say; an ETag tells nothing of counts that others change.
    return await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(patience), ...request })
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

/** Sends a form with files and reports how much of it has left, 0 to 1, which `fetch` cannot; it may be called off. */
export const sendForm = ({ url, headers, form, onProgress, signal }: OutgoingForm) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of headers) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      const init = { status: request.status, headers: headersOf(request.getAllResponseHeaders()) }
      resolve(new Response(request.status === 204 ? null : request.responseText, init))
    }
    request.onerror = () => reject(new ApiProblem(0, networkError))
    request.onabort = () => reject(new ApiProblem(0, 'The upload was stopped.'))
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
