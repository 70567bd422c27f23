import { connect } from 'node:net'

/** A request in its wire format. */
export type Wire = string | Buffer

/**
 * `latencies` in milliseconds, ascending; `seconds` is the duration of the run, `behind` the number of answers whose
 * effect the lists did not show yet.
 */
export type Load = { answers: number; seconds: number; latencies: number[]; behind: number }

const headEnd = Buffer.from('\r\n\r\n')

/** An HTTP/1.1 request on a keep-alive connection. */
export const wire = (method: string, path: string, headers: Record<string, string>, body = ''): string => {
  const all = { host: 'bench', ...headers, ...(body ? { 'content-length': String(Buffer.byteLength(body)) } : {}) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}

/**
 * Sends requests on one connection, each after the whole previous response. Throws when a response has not `status`.
 */
const oneAfterTheOther = (
  port: number,
  next: () => Wire | undefined,
  status: number,
  answered: (head: string) => void,
) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received: Buffer[] = []
    let size = 0
    let expected = -1
    let head = ''
    const ask = () => {
      const request = next()
      if (request !== undefined) return void socket.write(request)
      socket.end()
      resolve()
    }
    const begin = (): void => {
      const all = Buffer.concat(received)
      received = [all]
      const end = all.indexOf(headEnd)
      if (end < 0) return
      head = all.toString('latin1', 0, end)
      const length = /content-length: (\d+)/i.exec(head)?.[1]
      if (!head.startsWith(`HTTP/1.1 ${status} `) || length === undefined) {
        reject(new Error(all.toString('utf8').slice(0, 2000)))
        return void socket.destroy()
      }
      expected = end + headEnd.length + Number(length)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received.push(chunk)
      size += chunk.length
      if (expected < 0) begin()
      if (expected < 0 || size < expected) return
      received = []
      size = 0
      expected = -1
      answered(head)
      ask()
    })
  })

/**
 * Sends requests on several connections at once for so many milliseconds, or until `isOver`. This client is small, because it shares the
 * machine with the server that it measures.
 */
export const load = async (
  port: number,
  request: (n: number) => Wire,
  { connections = 32, milliseconds = 2000, status = 200, isOver = (): boolean => false } = {},
): Promise<Load> => {
  const latencies: number[] = []
  let n = 0
  let behind = 0
  const started = performance.now()
  const caller = () => {
    let asked = 0
    const next = (): Wire | undefined => {
      asked = performance.now()
      if (asked - started > milliseconds || isOver()) return undefined
      n += 1
      return request(n)
    }
    return oneAfterTheOther(port, next, status, (head) => {
      latencies.push(performance.now() - asked)
      if (/^x-projection: behind/im.test(head)) behind += 1
    })
  }
  await Promise.all(Array.from({ length: connections }, caller))
  const seconds = (performance.now() - started) / 1000
  return { answers: latencies.length, seconds, latencies: latencies.sort((one, other) => one - other), behind }
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN

export const percentile = ({ latencies }: Pick<Load, 'latencies'>, part: number): number =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? Number.NaN
