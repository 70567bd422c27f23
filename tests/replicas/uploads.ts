import { randomBytes } from 'node:crypto'
import { type IncomingMessage, request as requestTo } from 'node:http'
import sharp from 'sharp'
import type { SiteId } from '#schemas/ids.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { downloadFile, uploadFile } from '#schemas/resources/files.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { type Caller, formOf, pathOf } from '#tests/support/caller.ts'
import { sha256Of } from '#tests/support/files.ts'
import { bytesAt } from '#tests/support/zip.ts'
import type { Fleet } from './fleet.ts'

/** A site of a new client. */
export const newSite = async (caller: Caller): Promise<SiteId> => {
  const client = await caller.ask(addClient, { body: { name: 'Harbour' } })
  return (await caller.ask(addSite, { body: { name: 'Quay', client_id: client.id } })).id
}

/** A picture that can be drawn. */
export const photo = async (): Promise<File> => {
  const create = { width: 400, height: 300, channels: 3 as const, background: 'teal' }
  return new File([await sharp({ create }).jpeg().toBuffer()], 'Roof.jpg', { type: 'image/jpeg' })
}

/** A file that no other one equals, of so many bytes, whose type is known by its beginning. */
export const newFile = (size: number): File => {
  const bytes = randomBytes(size)
  bytes.write('%PDF-1.7\n', 'latin1')
  return new File([bytes], 'Plan.pdf', { type: 'application/pdf' })
}

/** The bytes that a caller downloads from an API or the balancer; rejects where they break off. */
export const downloaded = async ({ url }: { url: string }, caller: Caller, id: string) => {
  const { answer, bytes } = await bytesAt(url + pathOf(downloadFile, { params: { id } }), caller)
  return { status: answer.status, sha256: await sha256Of(new File([new Uint8Array(bytes)], '')) }
}

/** An upload whose bytes go out portion by portion, on a connection of its own. */
export const openUpload = async (
  { env }: Fleet,
  { url }: { url: string },
  caller: Caller,
  { siteId, file, headers = {} }: { siteId: SiteId; file: File; headers?: Record<string, string> },
) => {
  const form = new Response(formOf('file', file, { site_id: siteId }))
  const bytes = Buffer.from(await form.arrayBuffer())
  const sending = requestTo(url + pathOf(uploadFile), {
    method: uploadFile.method,
    agent: false,
    headers: {
      cookie: caller.cookie(),
      origin: env.APP_URL,
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': bytes.length,
      ...headers,
    },
  })
  const answered = new Promise<{ status: number; id: string }>((resolve, reject) => {
    const told = async (answer: IncomingMessage) => {
      const text = Buffer.concat(await answer.toArray()).toString()
      resolve({ status: answer.statusCode ?? 0, id: answer.statusCode === 201 ? JSON.parse(text).id : text })
    }
    sending.once('response', (answer) => told(answer).catch(reject)).once('error', reject)
  })
  // Who cuts it does not ask for its end.
  answered.catch(() => {})
  let sent = 0
  return {
    /** Sends the next share of the bytes; resolves once they are on their way. */
    send: (share: number): Promise<void> => {
      const next = bytes.subarray(sent, Math.round(bytes.length * share) + sent)
      sent += next.length
      return new Promise((resolve) => sending.write(next, () => resolve()))
    },
    /** Sends the rest; answers the id of the file, or in its place what a refusal says. */
    finish: () => {
      sending.end(bytes.subarray(sent))
      return answered
    },
    cut: (): void => void sending.destroy(),
  }
}
