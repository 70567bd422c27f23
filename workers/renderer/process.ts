/**
 * The only process that opens files from outside. It has no secrets, no rights to write or start anything, and is
 * killed by its parent when a file makes it hang or swell.
 */
import { readSync } from 'node:fs'
import { drawImage, drawPixels, refusalOf } from './images.ts'
import { firstPage, textOf } from './pdf.ts'
import {
  type Drawing,
  type DrawTask,
  documentPipe,
  type Reading,
  type RendererAnswer,
  type RendererMessage,
  type RendererRequest,
} from './protocol.ts'

const answer = (message: RendererMessage): void => {
  process.send?.(message)
}

/** The document, as soon as all of it is there; without a sender there is nothing left to do. */
const received = (size: number): Uint8Array => {
  const bytes = Buffer.allocUnsafeSlow(size)
  for (let at = 0; at < size; ) {
    const read = readSync(documentPipe, bytes, at, size - at, null)
    if (read === 0) process.exit()
    at += read
  }
  return bytes
}

const draw = async (bytes: Uint8Array, { type, shape }: DrawTask): Promise<Drawing> => {
  try {
    const thumbnail =
      type === 'application/pdf' ? await drawPixels(await firstPage(bytes), shape) : await drawImage(bytes, shape)
    return { drawn: true, thumbnail }
  } catch (error) {
    return { drawn: false, refusal: refusalOf(error) }
  }
}

const read = async (bytes: Uint8Array): Promise<Reading> => {
  try {
    return { read: true, text: await textOf(bytes) }
  } catch (error) {
    return { read: false, refusal: refusalOf(error) }
  }
}

const answerTo = async ({ task, size }: RendererRequest): Promise<RendererAnswer> => {
  const bytes = received(size)
  return task.kind === 'draw'
    ? { kind: 'drawing', drawing: await draw(bytes, task) }
    : { kind: 'reading', reading: await read(bytes) }
}

process.on('message', (request: RendererRequest) => {
  void answerTo(request).then(answer)
})
process.once('disconnect', () => process.exit())
answer({ kind: 'ready' })
