/** Types that the renderer can open; everything else is refused unopened. */
export const drawableTypes = ['application/pdf', 'image/jpeg', 'image/png', 'image/gif'] as const
export type DrawableType = (typeof drawableTypes)[number]

/** `thumbnail`: all of it, within the box. `square`: its middle, cut to size, for pictures of users and teams (D-68). */
export type Shape = 'thumbnail' | 'square'

/** What is to be done with a document: a picture of it, or the text of a PDF. */
export type DrawTask = { kind: 'draw'; type: DrawableType; shape: Shape }
export type ReadTask = { kind: 'read' }
export type Task = DrawTask | ReadTask

/** What the renderer process is asked, one at a time. So many bytes of the document follow by a pipe. */
export type RendererRequest = { task: Task; size: number }

/** The pipe by which whole documents come, so that the renderer needs no access to stored content. */
export const documentPipe = 4

/** A thumbnail: WebP bytes, width and height in pixels. */
export type Thumbnail = { webp: Uint8Array; width: number; height: number }

/**
 * Why a file got no thumbnail. `unreadable` (broken, encrypted, not what it claims), `too-large` (more pixels than the
 * limit), `timed-out` and `out-of-memory` will be so every time; `crashed` may have had a cause outside the file.
 */
export type Refusal = 'unreadable' | 'too-large' | 'timed-out' | 'out-of-memory' | 'crashed'

export type Drawing = { drawn: true; thumbnail: Thumbnail } | { drawn: false; refusal: Refusal }

export type Reading = { read: true; text: string } | { read: false; refusal: Refusal }

/** What the renderer process answers; `ready` once its libraries are loaded. */
export type RendererAnswer = { kind: 'drawing'; drawing: Drawing } | { kind: 'reading'; reading: Reading }
export type RendererMessage = { kind: 'ready' } | RendererAnswer

/** Largest thumbnail: a card of 320 x 240 on a screen of double density. */
export const thumbnailBox = { width: 640, height: 480 } as const

/** Side of a square, in pixels (D-68). */
export const squareSide = 300
