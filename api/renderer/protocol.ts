/** Types that the renderer can open; other files are refused unopened. */
export type DrawableType = 'application/pdf' | 'image/jpeg' | 'image/png' | 'image/gif'

/**
 * `thumbnail`: the whole image, fitted into the box. `square`: its middle, cropped, for pictures of users and teams
 * (D-68). `small`: the whole image as a small JPEG on white, for paper.
 */
export type Shape = 'thumbnail' | 'square' | 'small'

/** The task for a document: draw a picture of it, extract the text of a PDF, or make a JPEG of a HEIC. */
export type DrawTask = { kind: 'draw'; type: DrawableType; shape: Shape }
export type ReadTask = { kind: 'read' }
export type ConvertTask = { kind: 'convert' }
export type Task = DrawTask | ReadTask | ConvertTask

/**
 * A request to the renderer process, one at a time, a line of JSON on its standard input. The document is the first
 * `size` bytes of `documentFile`. Answers come by standard output: a channel of Node would take its bytes for objects,
 * and end the parent when a hostile file sends others.
 */
export type RendererRequest = { task: Task; size: number }

/** The descriptor that the renderer reads documents from, so that it needs no access to stored content. */
export const documentFile = 4

/** A thumbnail: its bytes, WebP or for paper JPEG, width and height in pixels. */
export type Thumbnail = { bytes: Uint8Array; width: number; height: number }

/**
 * Why a file has no thumbnail. `unreadable` (broken, encrypted, not of its declared type), `too-large` (more pixels
 * than the limit), `timed-out` and `out-of-memory` are permanent; `crashed` may have a cause outside the file.
 */
export type Refusal = 'unreadable' | 'too-large' | 'timed-out' | 'out-of-memory' | 'crashed'

export type Drawing = { drawn: true; thumbnail: Thumbnail } | { drawn: false; refusal: Refusal }

export type Reading = { read: true; text: string } | { read: false; refusal: Refusal }

/** A JPEG of a HEIC, upright and without metadata. */
export type Conversion = { converted: true; jpeg: Uint8Array } | { converted: false; refusal: Refusal }

/** An answer of the renderer process; `ready` once its libraries are loaded. */
export type RendererAnswer =
  | { kind: 'drawing'; drawing: Drawing }
  | { kind: 'reading'; reading: Reading }
  | { kind: 'conversion'; conversion: Conversion }
export type RendererMessage = { kind: 'ready' } | RendererAnswer

/** Bytes before a message: the lengths of its JSON and of its picture, four bytes each. */
export const headBytes = 8

/** The JSON of a message, and the picture that follows it. */
const partsOf = (message: RendererMessage): { said: object; picture: Uint8Array } => {
  if (message.kind === 'drawing' && message.drawing.drawn) {
    const { bytes, ...size } = message.drawing.thumbnail
    return { said: { kind: 'drawing', drawing: { drawn: true, thumbnail: size } }, picture: bytes }
  }
  if (message.kind === 'conversion' && message.conversion.converted) {
    return { said: { kind: 'conversion', conversion: { converted: true } }, picture: message.conversion.jpeg }
  }
  return { said: message, picture: new Uint8Array() }
}

/** A message as bytes: its head, its JSON without the picture, and the picture. */
export const bytesOf = (message: RendererMessage): Uint8Array => {
  const { said, picture } = partsOf(message)
  const json = Buffer.from(JSON.stringify(said))
  const head = Buffer.alloc(headBytes)
  head.writeUInt32BE(json.length, 0)
  head.writeUInt32BE(picture.length, 4)
  return Buffer.concat([head, json, picture])
}

/** Largest thumbnail in pixels: a card of 320 x 240 on a screen of double density. */
export const thumbnailBox = { width: 640, height: 480 } as const

/** Largest picture for paper, in pixels. */
export const smallBox = { width: 144, height: 108 } as const

/** Side of a square, in pixels (D-68). */
export const squareSide = 300

/**
 * Pixels of a HEIC at most, as `schemas/limits/upload-rules.ts` says it to people: those of the usual photos of present phones
 * are 24 million, at which the decoder needs 415 MB
 * of the 512 that a renderer may have.
 */
export const maxHeicPixels = 26e6

/** Bytes of a picture that a renderer answers at most, 8 MiB: as many as a file may have. */
export const maxPictureBytes = 8 * 1024 * 1024
