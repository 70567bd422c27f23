import type { CookieOptions, Request } from 'express'
import { sameDigest } from '#api/domain/same-digest.ts'
import type { Answer } from './answer.ts'
import { cookieOf } from './cookies.ts'

type Digest = (purpose: string, text: string) => string

/** Milliseconds for which an opened link with a password or a limit stays open in one browser. */
const passLasts = 60 * 60 * 1000

/** Goes to the pages of one link alone, which `__Host-` would not allow, and to no script. */
const nameOf = (secure: boolean): string => (secure ? '__Secure-siteledger-share' : 'siteledger-share')
const form = /^(\d{13})\.([0-9a-f]{64})$/

const signed = (digest: Digest, shareId: string, until: string): string => digest('share-pass', `${shareId} ${until}`)

/**
 * The only cookie of share links: that a browser has opened one which asks for a password or counts its openings. It
 * holds a time and a keyed digest, and so nothing that has to be kept anywhere.
 */
export const linkPass = (digest: Digest, secure: boolean) => ({
  /** Answers with the cookie and the way to the page of the link. */
  give: (shareId: string, path: string, now: number, position: string | null): Answer<undefined> => {
    const until = String(now + passLasts)
    const options: CookieOptions = { httpOnly: true, sameSite: 'lax', secure, path, maxAge: passLasts }
    return {
      kind: 'stream',
      open: (_request, response) =>
        response.cookie(nameOf(secure), `${until}.${signed(digest, shareId, until)}`, options).redirect(303, path),
      position,
    }
  },
  isHeld: (request: Request, shareId: string, now: number): boolean => {
    const [, until = '', given = ''] = form.exec(cookieOf(request, nameOf(secure)) ?? '') ?? []
    return Number(until) > now && sameDigest(signed(digest, shareId, until), given)
  },
})
export type LinkPass = ReturnType<typeof linkPass>
