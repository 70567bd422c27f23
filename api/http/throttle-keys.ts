import type { Request } from 'express'
import { ipKeyGenerator } from 'express-rate-limit'
import type { Throttle } from '#schemas/limits/ceiling-numbers.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { namedClient } from './client-credentials.ts'

/** The IP address of the client; for IPv6 its network. */
export const addressOf = (request: Request): string => ipKeyGenerator(request.ip ?? 'unknown')

/** The user of the request's session or token, otherwise the client's address. */
export const callerOf = (request: Request): string => {
  const { session, bearer } = request
  const userId = bearer?.kind === 'token' ? bearer.userId : (bearer?.session ?? session)?.userId
  return userId ?? addressOf(request)
}

/** Works something out once for each request. */
export const oncePerRequest = <Made>(make: (request: Request) => Made): ((request: Request) => Made) => {
  const made = new WeakMap<Request, Made>()
  return (request) => {
    const known = made.get(request) ?? make(request)
    made.set(request, known)
    return known
  }
}

/** A text that requests are counted by. No address, id or secret is longer than this; what is gets no further. */
const countedText = (sent: unknown): string => (typeof sent === 'string' && sent.length <= 320 ? sent : '')

/** The key of an account: however its address is typed, it is the same one. */
export const accountKey = (email: string): string => foldedText(email).trim()

/** The e-mail address as typed. It is not validated yet. */
export const typedEmail = oncePerRequest(({ body }) => accountKey(countedText(body?.email)))

/** The secret in the path of a link. */
const secretOf = ({ params }: Request): string => countedText(params.secret)

/** The key that requests are counted by. */
export const keys: Record<Throttle['by'], (request: Request) => string> = {
  'email-and-address': (request) => `${typedEmail(request)} ${addressOf(request)}`,
  account: typedEmail,
  address: addressOf,
  // Not by address: somebody who knows the password could try codes from many addresses.
  'pending-user': (request) => request.session?.pending?.userId ?? addressOf(request),
  user: callerOf,
  link: secretOf,
  'link-and-address': (request) => `${secretOf(request)} ${addressOf(request)}`,
  'client-and-address': (request) => `${countedText(namedClient(request))} ${addressOf(request)}`,
}
