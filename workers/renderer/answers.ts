import type { Readable } from 'node:stream'
import { z } from 'zod'
import { headBytes, type RendererMessage, thumbnailBox } from './protocol.ts'

/**
 * Bytes of a message at most, its JSON and its picture each. Real ones are far below: a picture has 640 x 480 pixels,
 * and a text is cut by the renderer.
 */
const maxBytes = 8 * 1024 * 1024

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
])

/** A message of its JSON and its picture. Throws if it is none. */
const messageOf = (json: Buffer, webp: Buffer): RendererMessage => {
  const said = Said.parse(JSON.parse(json.toString('utf8')))
  if (said.kind !== 'drawing' || !said.drawing.drawn) return said as RendererMessage
  return { kind: 'drawing', drawing: { drawn: true, thumbnail: { webp, ...said.drawing.thumbnail } } }
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
    const [jsonBytes, webpBytes] = [waiting.readUInt32BE(0), waiting.readUInt32BE(4)]
    if (jsonBytes > maxBytes || webpBytes > maxBytes) throw new Error('The message is too long')
    const [json, end] = [headBytes + jsonBytes, headBytes + jsonBytes + webpBytes]
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
