import type { Request, RequestHandler } from 'express'
import { liveStream } from '#schemas/resources/live.ts'
import { refreshToken } from '#schemas/resources/sessions.ts'
import { health, ready } from '#schemas/resources/status.ts'
import { unattendedHeader } from '#schemas/time/session-life.ts'

/** The calls that an open page repeats, whether or not somebody is there. */
const ofOpenPages: readonly string[] = [liveStream, refreshToken, health, ready].map(({ path }) => path)

/** Images come with a list that was loaded again. */
const isUnattended = ({ headers, path }: Request): boolean =>
  headers[unattendedHeader] !== undefined || headers['sec-fetch-dest'] === 'image' || ofOpenPages.includes(path)

/**
 * Loads sessions so that only a person extends theirs: a page that is open asks for changes and tokens all night, which
 * is no use of a session (D-101).
 */
export const usedByPeople =
  (attended: RequestHandler, unattended: RequestHandler): RequestHandler =>
  (request, response, next) =>
    (isUnattended(request) ? unattended : attended)(request, response, next)
