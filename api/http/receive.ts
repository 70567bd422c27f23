import type { Request, Response } from 'express'
import type { Ledger } from '#api/event-store/ledger.ts'
import { readingOnce } from '#api/event-store/reading-once.ts'
import { maxUploadBytes } from '#schemas/limits/upload-rules.ts'
import type { SignedIn } from './actor.ts'
import { maxBytesOfGuests } from './json-body.ts'
import type { ReadRaw } from './raw-body.ts'
import type { Route, UploadedFile } from './route.ts'
import { readBytes } from './signed-body.ts'
import type { AdmitUpload } from './upload-admission.ts'
import type { ReadUpload } from './uploads.ts'

export type Receiving = { ledger: Ledger; admitUpload: AdmitUpload; readUpload: ReadUpload; readRaw: ReadRaw }

/** The files of a request, and the ledger that the route has read ahead with. */
export type Received = { files: UploadedFile[]; bytes?: Uint8Array; readAhead?: Ledger }

/** Milliseconds for which streams that were read ahead count as read now; a slow upload reads them again. */
const readAheadLasts = 1000

/** Receives the files of a request; a route may read ahead meanwhile. */
export const receive = async (
  { ledger, readUpload, readRaw }: Receiving,
  { endpoint: { transport, limits }, readAhead }: Route,
  request: Request,
  response: Response,
  actor: SignedIn | undefined,
): Promise<Received> => {
  const { signed, raw, upload } = transport ?? {}
  if (signed) return { files: [], bytes: await readBytes(request, limits?.maxBytes ?? maxBytesOfGuests) }
  const maxBytes = limits?.maxBytes ?? maxUploadBytes
  if (raw) return { files: [await readRaw(request, raw.types, maxBytes)] }
  if (!upload) return { files: [] }
  const ahead = { ledger: readingOnce(ledger), begun: Number.NEGATIVE_INFINITY }
  const files = await readUpload(request, response, { ...upload, maxBytes }, (body) => {
    if (!readAhead || !actor) return
    ahead.begun = performance.now()
    readAhead({ ledger: ahead.ledger, actor, body }).catch(() => {})
  })
  return performance.now() - ahead.begun < readAheadLasts ? { files, readAhead: ahead.ledger } : { files }
}
