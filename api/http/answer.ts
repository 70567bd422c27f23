import type { Request, Response } from 'express'
import type { TrashId } from '#schemas/ids.ts'
import type { Page } from '#schemas/page.ts'

/** Bytes from disk; `name` is what a download is called, RFC 6266 (D-71). */
export type ContentAnswer = {
  kind: 'content'
  path: string
  type: string
  disposition: 'inline' | 'attachment'
  name: string
  /** Whether the address changes with the content, so that it may be kept for ever. */
  immutable?: boolean
}

/** What a handler gives back; `position` is the place in the log that the caller must be able to read. */
export type Answer<Body = unknown> =
  | { kind: 'resource'; body: Body; position?: string | null; revision?: string; saveAs?: string }
  | { kind: 'list'; body: Body; total: number; next: string | null }
  /** `trashId` is the entry of the trash that brings back what was deleted (D-10). */
  | { kind: 'empty'; position?: string | null; trashId?: TrashId }
  | { kind: 'redirect'; to: string }
  | ContentAnswer
  | { kind: 'stream'; open: (request: Request, response: Response) => void | Promise<void> }

/** One resource; its revision is its ETag (D-06). */
export const resource = <Body>(body: Body, position?: string | null): Answer<Body> => {
  const revision = body !== null && typeof body === 'object' && 'revision' in body ? String(body.revision) : undefined
  return { kind: 'resource', body, position: position ?? null, ...(revision === undefined ? {} : { revision }) }
}

/** One resource as a file to be saved under a name. */
export const download = <Body>(body: Body, saveAs: string): Answer<Body> => ({ kind: 'resource', body, saveAs })

/** A bare array with its page's headers (D-06, D-08). */
export const list = <Row, Item>(page: Page<Row>, present: (row: Row) => Item): Answer<Item[]> => ({
  kind: 'list',
  body: page.rows.map(present),
  total: page.total,
  next: page.next,
})

export const emptyList = (): Answer<never[]> => ({ kind: 'list', body: [], total: 0, next: null })
export const empty = (position?: string | null): Answer<undefined> => ({ kind: 'empty', position: position ?? null })
/** Nothing but where in the trash it went. */
export const deleted = (position: string | null, trashId: TrashId): Answer<undefined> => ({
  kind: 'empty',
  position,
  trashId,
})
export const redirect = (to: string): Answer<undefined> => ({ kind: 'redirect', to })
