import type { CallOf } from '#schemas/endpoint.ts'
import { createShare } from '#schemas/resources/shares.ts'
import type { Caller } from './caller.ts'

type Body = NonNullable<CallOf<typeof createShare>['body']>

/** Makes a share link; `path` is where it leads to. */
export const newShare = async (maker: Caller, body: Body) => {
  const { body: share } = await maker.call(createShare, { body })
  return { ...share, path: new URL(share.url).pathname }
}
