import type { Readable } from 'node:stream'
import type { Request, Response } from 'express'
import type { Page } from '#schemas/calls/page.ts'
import type { TrashId } from '#schemas/ids.ts'

/** Stored content, with its SHA-256 in hex. */
export type StoredBytes = {
  hash: string
  size: number
  /** The bytes from `start` to `end`, both included, or all of them. */
  read: (range?: { start: number; end: number }) => Promise<Readable>
}

/** Stored content, or bytes; `name` is the file name in the `Content-Disposition` header, RFC 6266 (D-71). */
export type ContentAnswer = ({ stored: StoredBytes } | { bytes: Uint8Array }) & {
  kind: 'content'
  type: string
  disposition: 'inline' | 'attachment'
  name: string
  /** The log position of what reading it has recorded. */
  position?: string | null
  /** Whether the URL changes with the content, so that browsers may cache the answer indefinitely. */
  immutable?: boolean
  /** Whether who has these bytes already is answered 304. */
  tagged?: boolean
}

/**
 * The result of a handler. `position` is the log position that the read models must reach before the answer is sent;
 * `show` is called afterwards, so that a command answers the same as the next read (D-05). `status` is another one than the
 * contract's.
 */
export type Answer<Body = unknown> =
  | { kind: 'resource'; show: () => Body; position?: string | null; saveAs?: string; status?: 200 | 202 }
  /** `isAtLeast` is set when there are more rows than `total`. */
  | { kind: 'list'; body: Body; total: number; isAtLeast?: true; next: string | null }
  /** `trashId` is the trash entry that restores the deleted record (D-10). */
  | { kind: 'empty'; position?: string | null; trashId?: TrashId }
  | { kind: 'redirect'; to: string }
  | ContentAnswer
  | { kind: 'stream'; open: (request: Request, response: Response) => void | Promise<void>; position?: string | null }

/** Answers one resource, or calls `body` to read it once the write at `position` can be read. */
export const resource = <Body>(body: Body | (() => Body), position?: string | null): Answer<Body> => ({
  kind: 'resource',
  show: typeof body === 'function' ? (body as () => Body) : () => body,
  position: position ?? null,
})

/** Answers 202: what was asked for goes on, and the resource is as it is by now. */
export const accepted = <Body>(show: () => Body, position?: string | null): Answer<Body> => ({
  kind: 'resource',
  show,
  position: position ?? null,
  status: 202,
})

/** Answers 200 where a call makes what is there already. */
export const thereAlready = <Body>(show: () => Body, position?: string | null): Answer<Body> => ({
  kind: 'resource',
  show,
  position: position ?? null,
  status: 200,
})

/** Answers one resource as a download with a file name. */
export const download = <Body>(body: Body, saveAs: string): Answer<Body> => ({
  kind: 'resource',
  show: () => body,
  saveAs,
})

/** Answers one page of items as a bare array; totals and the next page are in headers (D-06, D-08). */
export const asList = <Item>({ rows: body, ...page }: Page<Item>): Answer<Item[]> => ({ kind: 'list', body, ...page })

/** Answers one page of rows, each as it is presented. */
export const list = <Row, Item>(page: Page<Row>, present: (row: Row) => Item): Answer<Item[]> =>
  asList({ ...page, rows: page.rows.map(present) })

export const emptyList = (): Answer<never[]> => asList({ rows: [], total: 0, next: null })
/** Answers 204 where a call may answer that there is nothing. */
export const none = (): Answer<never> => ({ kind: 'empty' })
export const empty = (position?: string | null): Answer<undefined> => ({ kind: 'empty', position: position ?? null })
/** Answers a deletion: no body, only the id of the trash entry. */
export const deleted = (position: string | null, trashId: TrashId): Answer<undefined> => ({
  kind: 'empty',
  position,
  trashId,
})
export const redirect = (to: string): Answer<never> => ({ kind: 'redirect', to })
