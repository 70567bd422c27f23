import type { RequestHandler } from 'express'
import { liveStream } from '#schemas/resources/live.ts'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { sharePages } from '#schemas/resources/shares.ts'
import { health, ready } from '#schemas/resources/status.ts'
import { unattendedHeader } from '#schemas/time/session-life.ts'

/** The calls that an open page repeats, whether or not somebody is there. */
const ofOpenPages: readonly string[] = [liveStream, refreshToken, health, ready].map(({ path }) => path)

/**
 * Loads the sessions of browsers alone: an `/api/` request with an `Authorization` header neither reads nor starts one,
 * nor does whoever follows a share link. Only a person extends theirs: a page that is open asks for changes and tokens
 * all night, which is no use of a session (D-101).
 */
export const usedByPeople =
  (attended: RequestHandler, unattended: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const { headers, path } = request
    if (path.startsWith(sharePages) || (headers.authorization !== undefined && path.startsWith('/api/'))) return next()
    // Images come with a list that was loaded again.
    const isImage = headers['sec-fetch-dest'] === 'image'
    const isUnattended = headers[unattendedHeader] !== undefined || isImage || ofOpenPages.includes(path)
    return (isUnattended ? unattended : attended)(request, response, next)
  }
