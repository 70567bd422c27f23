import type { Request } from 'express'
import type { Endpoint } from '#schemas/endpoint.ts'
import { leastFreeForUploads } from '#schemas/limits/ceiling-numbers.ts'
import { exceedsLimit, maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import { HttpProblem, tooLarge, unavailable } from './problem.ts'
import { callerOf } from './throttle-keys.ts'

/**
 * Admits the body of an upload before it is read (D-116): it says how long it is, it is not too long, the disk has room
 * for it, and the tally of its team's day too. The returned function is called once it was read, and gives back what was
 * announced and did not arrive. Throws 411, 413, 429 and 503.
 */
export type AdmitUpload = (request: Request, endpoint: Endpoint) => Promise<() => Promise<unknown>>

type Setup = {
  reserve: (holder: string, bytes: number, at: string) => Promise<(unused: number) => Promise<unknown>>
  /** Bytes that are free where uploads wait. */
  free: () => Promise<number>
}

/** Bytes of the fields and headings of a form at most. */
const maxOtherBytes = 1024 * 1024

const unmeasured = () => new HttpProblem(411, { message: 'The upload does not say how long it is.' })
const noRoom = () =>
  unavailable('There is no room for new files at the moment; everything else works. Please try again later.', 60)

/** Throws 413 for more bytes than an operation takes: one file too many, or one that is too large, can still be named. */
const checkLength = ({ transport, limits }: Endpoint, bytes: number): void => {
  const maxBytes = limits?.maxBytes ?? maxUploadBytes
  if (transport?.raw && bytes > maxBytes) throw new HttpProblem(413, { message: 'The file is too large.' })
  const upload = transport?.upload
  if (!upload || bytes <= (upload.maxFiles + 1) * maxUploadBytes + maxOtherBytes) return
  const { field, maxFiles } = upload
  throw tooLarge(maxFiles > 1 ? undefined : { [field]: [exceedsLimit(maxBytes)] })
}

export const admitUploads = ({ reserve, free }: Setup): AdmitUpload => {
  // Uploads on their way to this process will take room, too.
  let onTheWay = 0
  return async (request, endpoint) => {
    const announced = Number(request.get('content-length') ?? Number.NaN)
    if (Number.isNaN(announced)) throw unmeasured()
    checkLength(endpoint, announced)
    if ((await free()) - onTheWay < leastFreeForUploads) throw noRoom()
    onTheWay += announced
    try {
      const holder = request.actor?.teamId ?? callerOf(request)
      const giveBack = await reserve(holder, announced, new Date().toISOString())
      // Bytes that came on this connection before the body.
      const before = request.socket.bytesRead - request.readableLength
      return async () => {
        onTheWay -= announced
        const arrived = request.complete ? announced : request.socket.bytesRead - before
        // A tally that cannot be reached stays higher, which refuses sooner.
        if (arrived < announced) await giveBack(announced - arrived).catch(() => {})
      }
    } catch (error) {
      onTheWay -= announced
      throw error
    }
  }
}
