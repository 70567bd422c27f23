import type { Readable } from 'node:stream'
import { z } from 'zod'
import { headBytes, maxPictureBytes, type RendererMessage, thumbnailBox } from './protocol.ts'

/**
 * Bytes of a message at most, its JSON and its picture each. A JPEG is as large as a file may be at most, a
 * thumbnail has 640 x 480 pixels, and a text is cut by the renderer.
 */
const maxBytes = maxPictureBytes

const side = z.int().min(1).max(Math.max(thumbnailBox.width, thumbnailBox.height))
const refusal = z.enum(['unreadable', 'too-large', 'timed-out', 'out-of-memory', 'crashed'])

const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({
    kind: z.literal('drawing'),
    drawing: z.discriminatedUnion('drawn', [
      z.object({ drawn: z.literal(true), thumbnail: z.object({ width: side, height: side }) }),
      z.object({ drawn: z.literal(false), refusal }),
    ]),
  }),
  z.object({
    kind: z.literal('reading'),
    reading: z.discriminatedUnion('read', [
      z.object({ read: z.literal(true), text: z.string() }),
      z.object({ read: z.literal(false), refusal }),
    ]),
  }),
  z.object({
    kind: z.literal('conversion'),
    conversion: z.discriminatedUnion('converted', [
      z.object({ converted: z.literal(true) }),
      z.object({ converted: z.literal(false), refusal }),
    ]),
  }),
])

const jpegStart = Buffer.from([0xff, 0xd8, 0xff])

/** A message of its JSON and its picture. Throws if it is malformed. */
const messageOf = (json: Buffer, picture: Buffer): RendererMessage => {
  const said = Said.parse(JSON.parse(json.toString('utf8')))
  if (said.kind === 'conversion' && said.conversion.converted) {
    if (!picture.subarray(0, jpegStart.length).equals(jpegStart)) throw new Error('The picture is no JPEG')
    return { kind: 'conversion', conversion: { converted: true, jpeg: picture } }
  }
  if (said.kind !== 'drawing' || !said.drawing.drawn) return said as RendererMessage
  return { kind: 'drawing', drawing: { drawn: true, thumbnail: { bytes: picture, ...said.drawing.thumbnail } } }
}

/**
 * Reads the messages of a renderer, which a hostile file may have taken over: whatever is no message calls `onBroken`,
 * once, and nothing is read after it.
 */
export const readMessages = (
  output: Readable,
  onMessage: (message: RendererMessage) => void,
  onBroken: () => void,
): void => {
  let waiting = Buffer.alloc(0)
  const next = (): RendererMessage | undefined => {
    if (waiting.length < headBytes) return undefined
    const jsonBytes = waiting.readUInt32BE(0)
    const pictureBytes = waiting.readUInt32BE(4)
    if (jsonBytes > maxBytes || pictureBytes > maxBytes) throw new Error('The message is too long')
    const json = headBytes + jsonBytes
    const end = headBytes + jsonBytes + pictureBytes
    if (waiting.length < end) return undefined
    const message = messageOf(waiting.subarray(headBytes, json), waiting.subarray(json, end))
    waiting = waiting.subarray(end)
    return message
  }
  const onData = (chunk: Buffer): void => {
    waiting = Buffer.concat([waiting, chunk])
    try {
      for (let message = next(); message; message = next()) onMessage(message)
    } catch {
      output.off('data', onData).destroy()
      onBroken()
    }
  }
  output.on('data', onData)
  output.on('error', () => {})
}
