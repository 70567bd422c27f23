import { availableParallelism } from 'node:os'
import type { RendererLimits } from './confinement.ts'
import type { Document } from './document.ts'
import type { DrawableType, Drawing, Reading, RendererAnswer, Shape, Task } from './protocol.ts'
import { type Renderer, startRenderer } from './renderer.ts'

/** One processor stays for the API, and two renderers are enough for anybody. */
export const defaultPoolSize = Math.max(1, Math.min(2, availableParallelism() - 1))

/** Jobs that draw, at once: while one is brought to its end, the next is drawn. */
export const drawnAtOnce = 2 * defaultPoolSize

/** The pool was closed while a document was waiting or being drawn; nothing is known about the document. */
export class RendererPoolClosed extends Error {
  override name = 'RendererPoolClosed'
}

export type RendererPool = {
  /**
   * Draws one document as soon as a renderer is free, as a thumbnail where no shape is named.
   * @throws {RendererPoolClosed}; where no renderer can be started, or a document's file not be read
   */
  draw: (document: Document, type: DrawableType, shape?: Shape) => Promise<Drawing>
  /** Reads the text of one PDF as soon as a renderer is free. Throws as `draw` does. */
  read: (document: Document) => Promise<Reading>
  /** Ends every renderer at once; what was being drawn is rejected. */
  close: () => void
}

type Place = { renderer: Renderer | undefined }

/** Renderer processes, started when first needed and replaced when they die or have had enough. */
export const openRendererPool = (size: number, limits: RendererLimits): RendererPool => {
  const places: Place[] = Array.from({ length: size }, () => ({ renderer: undefined }))
  const free = [...places]
  const waiting: ((place: Place) => void)[] = []
  let closed = false

  const taken = (): Promise<Place> => {
    const place = free.pop()
    return place ? Promise.resolve(place) : new Promise((resolve) => waiting.push(resolve))
  }

  const giveBack = (place: Place): void => {
    const next = waiting.shift()
    if (next) next(place)
    else free.push(place)
  }

  const rendererOf = async (place: Place): Promise<Renderer> => {
    if (await place.renderer?.worn()) {
      place.renderer?.stop()
      place.renderer = undefined
    }
    place.renderer ??= await startRenderer(limits)
    // Closing cannot see a renderer that was still starting.
    if (closed) place.renderer.stop()
    return place.renderer
  }

  const ask = async (task: Task, document: Document): Promise<RendererAnswer> => {
    const place = await taken()
    try {
      if (closed) throw new RendererPoolClosed()
      const answer = await (await rendererOf(place)).ask(task, document)
      const isDone = answer.kind === 'drawing' ? answer.drawing.drawn : answer.reading.read
      if (closed && !isDone) throw new RendererPoolClosed()
      return answer
    } finally {
      giveBack(place)
    }
  }

  return {
    draw: async (document, type, shape = 'thumbnail') => {
      const answer = await ask({ kind: 'draw', type, shape }, document)
      return answer.kind === 'drawing' ? answer.drawing : { drawn: false, refusal: 'crashed' }
    },
    read: async (document) => {
      const answer = await ask({ kind: 'read' }, document)
      return answer.kind === 'reading' ? answer.reading : { read: false, refusal: 'crashed' }
    },
    close: () => {
      closed = true
      for (const { renderer } of places) renderer?.stop()
    },
  }
}
