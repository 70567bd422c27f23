import { MessageRefused, type SendShortMessage } from './letter.ts'

/** Milliseconds to wait for the gateway's answer. */
const patience = 10_000

/** Answers that tell of the message itself; the others tell of our account or of the gateway. */
const finalStatuses = [400, 404, 410, 422]

/**
 * Sends text messages through a gateway: `https://user:password@host/path` is posted `{to, body, id}` as JSON, with the
 * user and password as basic authorization. The id is the same at every try, so that a gateway can tell a repeat.
 */
export const openTextGateway = (address: string): SendShortMessage => {
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
      signal: AbortSignal.timeout(patience),
    })
    if (response.ok) return
    const said = `The text message gateway answered ${response.status}`
    throw finalStatuses.includes(response.status) ? new MessageRefused(said) : new Error(said)
  }
}
