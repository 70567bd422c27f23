import { availableParallelism } from 'node:os'
import type { RendererLimits, Share } from './confinement.ts'
import type { Document } from './document.ts'
import { Postponed } from './postponed.ts'
import type { Conversion, DrawableType, Drawing, Reading, Refusal, RendererAnswer, Shape, Task } from './protocol.ts'
import { type Renderer, startRenderer } from './renderer.ts'
import { createTurns } from './turns.ts'

/**
 * The renderers of this machine, in order of preference. One processor stays free for the API, and two renderers are
 * enough; one more runs in idle time only.
 */
export const defaultPool: readonly Share[] =
  availableParallelism() === 1
    ? ['little']
    : availableParallelism() === 2
      ? ['little', 'spare']
      : ['little', 'little', 'spare']

/** Drawing jobs at once: the pool draws the next document while the outcome of one is recorded. */
export const drawnAtOnce = 2 * defaultPool.length

/** The pool was closed while a document was waiting or being drawn; nothing is known about the document. */
export class RendererPoolClosed extends Error {
  override name = 'RendererPoolClosed'
}

export type RendererPool = {
  /**
   * Draws one document when a renderer is free and it is its holder's turn; the default shape is a thumbnail.
   * @throws {RendererPoolClosed}; {Postponed} when the holder's documents are slow; an error when no renderer can be
   * started, or a document's file cannot be read
   */
  draw: (document: Document, type: DrawableType, options: { holder: string; shape?: Shape }) => Promise<Drawing>
  /** Extracts the text of one PDF when a renderer is free. Throws like `draw`. */
  read: (document: Document, options: { holder: string }) => Promise<Reading>
  /** Makes a JPEG of one HEIC when a renderer is free. Throws like `draw`. */
  convert: (document: Document, options: { holder: string }) => Promise<Conversion>
  /** Ends every renderer at once; running work is rejected. */
  close: () => void
}

/** A successor starts when a renderer has this many documents left, so that no document waits for a start. */
const documentsAhead = 5

/** Milliseconds after which an idle renderer is stopped: it holds over 100 MB. */
const defaultIdleMs = 60_000

/** Milliseconds that a document of a slow holder is postponed, at random between these, so that few come at once. */
const postponement = { from: 5_000, to: 15_000 }

/** Milliseconds for which a spare renderer rests that got nothing of the processor. */
const restOfStarved = 30_000

/** Milliseconds after which a document is slow: a holder's slow documents are opened one at a time. */
const slowAfter = 3_000

/** One renderer with its successor. `opened`: the document in it; `interrupted` if it has to give way. */
type Slot = {
  share: Share
  opened: { holder: string; since: number; interrupted: boolean } | undefined
  renderer: Renderer | undefined
  successor: Promise<Renderer | undefined> | undefined
  idle: NodeJS.Timeout | undefined
}

const refusalIn = (answer: RendererAnswer): Refusal | undefined => {
  const outcome =
    answer.kind === 'drawing' ? answer.drawing : answer.kind === 'reading' ? answer.reading : answer.conversion
  return 'refusal' in outcome ? outcome.refusal : undefined
}

/**
 * A pool of renderer processes: started on demand, replaced when they die or are worn, stopped when idle. `start` and
 * `idleMs` (milliseconds) are for tests.
 */
export const openRendererPool = (
  shares: readonly Share[],
  limits: RendererLimits,
  { start = startRenderer, idleMs = defaultIdleMs } = {},
): RendererPool => {
  const slots = shares.map(
    (share): Slot => ({
      share,
      opened: undefined,
      renderer: undefined,
      successor: undefined,
      idle: undefined,
    }),
  )
  const free = new Set(slots)
  const turns = createTurns<{ resolve: (slot: Slot) => void; reject: (reason: Postponed) => void }>(Date.now)
  let closed = false

  const stop = (slot: Slot): void => {
    clearTimeout(slot.idle)
    slot.renderer?.stop()
    void slot.successor?.then((successor) => successor?.stop())
    slot.renderer = undefined
    slot.successor = undefined
  }

  /** Hands free renderers, the preferred ones first, to those whose turn it is. */
  const assign = (): void => {
    for (const slot of slots) {
      const next = free.has(slot) ? turns.next() : undefined
      if (!next) continue
      free.delete(slot)
      clearTimeout(slot.idle)
      next.resolve(slot)
    }
  }

  const postponed = () =>
    new Postponed(Math.round(postponement.from + Math.random() * (postponement.to - postponement.from)))

  const acquire = (holder: string): Promise<Slot> =>
    new Promise((resolve, reject) => {
      if (turns.add(holder, { resolve, reject })) assign()
      else reject(postponed())
    })

  /** Interrupts the slow document of a holder in the least preferred renderer, if there is another slow one. */
  const relieve = (holder: string): void => {
    const slow = slots.filter(
      ({ opened }) => opened?.holder === holder && !opened.interrupted && Date.now() - opened.since >= slowAfter,
    )
    const last = slow.length > 1 ? slow.at(-1) : undefined
    if (!last?.opened) return
    last.opened.interrupted = true
    last.renderer?.stop()
  }

  const release = (slot: Slot, holder: string, { timedOut, isStarved }: Record<'timedOut' | 'isStarved', boolean>) => {
    const goOn = () => {
      free.add(slot)
      assign()
    }
    slot.opened = undefined
    slot.idle = setTimeout(stop, idleMs, slot).unref()
    for (const { reject } of turns.done(holder, { timedOut })) reject(postponed())
    if (isStarved) setTimeout(goOn, restOfStarved).unref()
    else goOn()
  }

  /** The successor if it is alive, else a new renderer. */
  const succeed = async (slot: Slot): Promise<Renderer> => {
    const successor = await slot.successor
    slot.successor = undefined
    return successor && !(await successor.worn()) ? successor : start(limits, slot.share)
  }

  const rendererOf = async (slot: Slot): Promise<Renderer> => {
    if (await slot.renderer?.worn()) {
      slot.renderer?.stop()
      slot.renderer = undefined
    }
    slot.renderer ??= await succeed(slot)
    // `close` does not see a renderer that is still starting.
    if (closed) slot.renderer.stop()
    else if (slot.renderer.documentsLeft() <= documentsAhead)
      slot.successor ??= start(limits, slot.share).catch(() => undefined)
    return slot.renderer
  }

  const run = async (task: Task, document: Document, holder: string): Promise<RendererAnswer> => {
    const slot = await acquire(holder)
    let timer: NodeJS.Timeout | undefined
    const outcome = { timedOut: false, isStarved: false }
    try {
      if (closed) throw new RendererPoolClosed()
      const renderer = await rendererOf(slot)
      const opened = { holder, since: Date.now(), interrupted: false }
      slot.opened = opened
      timer = setTimeout(relieve, slowAfter, holder)
      const answer = await renderer.run(task, document)
      const refusal = refusalIn(answer)
      if (closed && refusal) throw new RendererPoolClosed()
      outcome.timedOut = refusal === 'timed-out' || opened.interrupted
      if (refusal && opened.interrupted) throw postponed()
      outcome.isStarved = refusal === 'crashed' && slot.share === 'spare'
      if (!outcome.isStarved) return answer
    } finally {
      clearTimeout(timer)
      release(slot, holder, outcome)
    }
    // Another renderer opens it.
    return run(task, document, holder)
  }

  return {
    draw: async (document, type, { holder, shape = 'thumbnail' }) => {
      const answer = await run({ kind: 'draw', type, shape }, document, holder)
      return answer.kind === 'drawing' ? answer.drawing : { drawn: false, refusal: 'crashed' }
    },
    read: async (document, { holder }) => {
      const answer = await run({ kind: 'read' }, document, holder)
      return answer.kind === 'reading' ? answer.reading : { read: false, refusal: 'crashed' }
    },
    convert: async (document, { holder }) => {
      const answer = await run({ kind: 'convert' }, document, holder)
      return answer.kind === 'conversion' ? answer.conversion : { converted: false, refusal: 'crashed' }
    },
    close: () => {
      closed = true
      for (const slot of slots) stop(slot)
    },
  }
}
