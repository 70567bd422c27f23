/** Types that the renderer can open; other files are refused unopened. */
export const drawableTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif'] as const
export type DrawableType = (typeof drawableTypes)[number]

/**
 * `thumbnail`: the whole image, fitted into the box. `square`: its middle, cropped, for pictures of users and teams
 * (D-68).
 */
export type Shape = 'thumbnail' | 'square'

/** The task for a document: draw a picture of it, or extract the text of a PDF. */
export type DrawTask = { kind: 'draw'; type: DrawableType; shape: Shape }
export type ReadTask = { kind: 'read' }
export type Task = DrawTask | ReadTask

/**
 * A request to the renderer process, one at a time, a line of JSON on its standard input. The document is the first
 * `size` bytes of `documentFile`. Answers come by standard output: a channel of Node would take its bytes for objects,
 * and end the parent when a hostile file sends others.
 */
export type RendererRequest = { task: Task; size: number }

/** The descriptor that the renderer reads documents from, so that it needs no access to stored content. */
export const documentFile = 4

/** A thumbnail: WebP bytes, width and height in pixels. */
export type Thumbnail = { webp: Uint8Array; width: number; height: number }

/**
 * Why a file has no thumbnail. `unreadable` (broken, encrypted, not of its declared type), `too-large` (more pixels
 * than the limit), `timed-out` and `out-of-memory` are permanent; `crashed` may have a cause outside the file.
 */
export type Refusal = 'unreadable' | 'too-large' | 'timed-out' | 'out-of-memory' | 'crashed'

export type Drawing = { drawn: true; thumbnail: Thumbnail } | { drawn: false; refusal: Refusal }

export type Reading = { read: true; text: string } | { read: false; refusal: Refusal }

/** An answer of the renderer process; `ready` once its libraries are loaded. */
export type RendererAnswer = { kind: 'drawing'; drawing: Drawing } | { kind: 'reading'; reading: Reading }
export type RendererMessage = { kind: 'ready' } | RendererAnswer

/** Bytes before a message: the lengths of its JSON and of its picture, four bytes each. */
export const headBytes = 8

/** A message as bytes: its head, its JSON without the picture, and the picture. */
export const bytesOf = (message: RendererMessage): Uint8Array => {
  const drawing = message.kind === 'drawing' && message.drawing.drawn ? message.drawing : undefined
  const { webp = new Uint8Array(), ...size } = drawing?.thumbnail ?? {}
  const said = drawing ? { kind: 'drawing', drawing: { ...drawing, thumbnail: size } } : message
  const json = Buffer.from(JSON.stringify(said))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(webp.length, 4)
  return Buffer.concat([head, json, webp])
}

/** Largest thumbnail in pixels: a card of 320 x 240 on a screen of double density. */
export const thumbnailBox = { width: 640, height: 480 } as const

/** Side of a square, in pixels (D-68). */
export const squareSide = 300
