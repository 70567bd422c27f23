/**
 * The only process that opens uploaded files. It has no secrets and runs in a sandbox (sandbox.ts), and its parent kills
 * it when a file exceeds the limits of time or memory.
 */
import { readSync, writeSync } from 'node:fs'
import { drawImage, drawPixels, refusalOf } from './images.ts'
import { firstPage, textOf } from './pdf.ts'
import {
  bytesOf,
  type Conversion,
  type Drawing,
  type DrawTask,
  documentFile,
  type Reading,
  type RendererAnswer,
  type RendererMessage,
  type RendererRequest,
} from './protocol.ts'

const answer = (message: RendererMessage): void => {
  let bytes = bytesOf(message)
  while (bytes.length > 0) bytes = bytes.subarray(writeSync(1, bytes))
}

/** The next request, waited for without a channel of Node; undefined once the parent has ended. */
const nextRequest = (): RendererRequest | undefined => {
  const line = [] as number[]
  const byte = Buffer.alloc(1)
  while (readSync(0, byte) > 0) {
    if (byte[0] === 0x0a) return JSON.parse(Buffer.from(line).toString('utf8'))
    line.push(byte[0] ?? 0)
  }
  return undefined
}

let memory = Buffer.alloc(0)

/** The document of a request, in a buffer that the next one uses again. */
const received = (size: number): Uint8Array => {
  if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
  const read = readSync(documentFile, memory, 0, size, 0)
  if (read < size) throw new Error('The document is incomplete')
  return memory.subarray(0, size)
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

const convert = async (bytes: Uint8Array): Promise<Conversion> => {
  try {
    // Loaded when the first is opened: most renderers never see one.
    const [{ heicPixels }, { jpegOf }] = await Promise.all([import('./heic.ts'), import('./jpeg.ts')])
    return { converted: true, jpeg: await jpegOf(heicPixels(bytes)) }
  } catch (error) {
    return { converted: false, refusal: refusalOf(error) }
  }
}

const answerTo = async ({ task, size }: RendererRequest): Promise<RendererAnswer> => {
  const bytes = received(size)
  if (task.kind === 'draw') return { kind: 'drawing', drawing: await draw(bytes, task) }
  if (task.kind === 'read') return { kind: 'reading', reading: await read(bytes) }
  return { kind: 'conversion', conversion: await convert(bytes) }
}

answer({ kind: 'ready' })
for (let request = nextRequest(); request; request = nextRequest()) answer(await answerTo(request))
process.exit()
