import { MessageRefused, type SendText } from './outgoing.ts'

/** Timeout for the gateway's answer, in milliseconds. */
const timeout = 10_000

/** Status codes that refuse the message itself; others concern our account or the gateway. */
const finalStatuses = [400, 404, 410, 422]

/**
 * Sends text messages through a gateway: posts `{to, body, id}` as JSON to `https://user:password@host/path`, with the
 * user and password as basic authorization. The id is the same at every try, so that a gateway recognises a repeat.
 */
export const openTextGateway = (address: string): SendText => {
  const url = new URL(address)
  const account = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const authorization = `Basic ${Buffer.from(account).toString('base64')}`
  url.username = ''
  url.password = ''
  return async ({ id, to, body }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(account === ':' ? {} : { authorization }) },
      body: JSON.stringify({ id, to, body }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
    if (response.ok) return
    const text = `The text message gateway answered ${response.status}`
    throw finalStatuses.includes(response.status) ? new MessageRefused(text) : new Error(text)
  }
}
