/** An event with all that a copy of a log has to keep (D-112): data and metadata as UTF-8 bytes, empty if absent. */
export type WholeEvent = {
  /** A decimal string that only grows; another one in each log. */
  position: string
  stream: string
  revision: number
  id: string
  type: string
  json: boolean
  data: Uint8Array
  metadata: Uint8Array
}

/** A part of a log: the product's events in their order, and the position from which to go on. */
export type Page = { events: WholeEvent[]; last: string | null; isEnd: boolean }

/** All of the product's events in a log, wherever it is. */
export type WholeLog = {
  /** Its name in messages, without its password. */
  name: string
  /** The product's events among the next ones after a position; null stands for the beginning. */
  page: (after: string | null) => Promise<Page>
  /** All events of one short stream. */
  stream: (name: string) => Promise<WholeEvent[]>
  /** The event of anybody at a position; undefined where there is none. */
  at: (position: string) => Promise<WholeEvent | undefined>
  /** The position of the newest event of anybody, '0' for an empty log. */
  newest: () => Promise<string>
  /** Bytes of its file; undefined where there is none to be seen. */
  fileSize: () => number | undefined
  close: () => Promise<void>
}

/** A log that is copied into. */
export type TargetLog = WholeLog & {
  /**
   * Appends events in this order, each at its revision, and resolves once they are durable. What is there already stays
   * as it is, so that it may be called again with the same events.
   * @throws {CannotCopy} where a stream is not at the revision before
   */
  append: (events: readonly WholeEvent[]) => Promise<void>
}

/** A log that cannot be copied, or not to this place, with the reason and what to do in one line. */
export class CannotCopy extends Error {
  override name = 'CannotCopy'
}

export const notInOrder = ({ stream, revision }: WholeEvent, name: string): CannotCopy =>
  new CannotCopy(
    `${name} does not take revision ${revision} of ${stream}: somebody else writes there, or the source has lost what was before it.`,
  )
