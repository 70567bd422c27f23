import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { BraintreeAccount } from '#api/adapters/payment/braintree-client.ts'
import type { Books, Discount } from './books.ts'
import { answerOf } from './calls.ts'
import { billDue } from './charging.ts'
import { presentSubscription } from './presented.ts'
import { Refused } from './refusals.ts'
import { xml } from './xml.ts'

export type Fault = 'drop_before' | 'drop_after' | 'status:500' | 'status:429'

const keys = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private', environment: 'sandbox' } as const

/** A notification as Braintree signs it. */
export const signedNotification = (kind: string, subject: string, at: Date) => {
  return signedText(
    `<notification><timestamp type="datetime">${at.toISOString()}</timestamp>${xml('kind', kind)}<subject>${subject}</subject></notification>`,
  )
}

/** Whatever text, signed as Braintree does. */
export const signedText = (text: string) => {
  const payload = `${Buffer.from(text).toString('base64')}\n`
  const secret = createHash('sha1').update(keys.privateKey).digest()
  return {
    bt_signature: `${keys.publicKey}|${createHmac('sha1', secret).update(payload).digest('hex')}`,
    bt_payload: payload,
  }
}

const discount = (id: string, minor: number, cycles: number | null): [string, Discount] => [
  id,
  { id, name: id, minor, neverExpires: cycles === null, cycles, cycle: 0 },
]

/** Books without anything in them but the discounts of the control panel. */
export const newBooks = (now: Books['now'], tell: Books['tell'] = () => {}): Books => ({
  now,
  tell,
  declines: false,
  customers: new Map(),
  methods: new Map(),
  plans: new Map(),
  discounts: new Map([discount('operator', 100, null), discount('unused-time', 100, 1), discount('SPRING', 500, 2)]),
  subscriptions: new Map(),
  transactions: [],
})

/**
 * A stand-in for Braintree: its XML over HTTP, for the official SDK alone. It refuses parameters that it does not know, and
 * takes the public nonces of Braintree's sandbox. It is closed when the test, or what `finished` waits for, has ended.
 */
export const braintreeStandIn = async (finished: (close: () => void) => void = onTestFinished) => {
  let ahead = 0
  const told: { kind: string; form: Record<'bt_signature' | 'bt_payload', string> }[] = []
  const requests: { method: string; path: string; status: number }[] = []
  const failures: Error[] = []
  let faults: { path: string; mode: Fault; times: number }[] = []
  const books = newBooks(
    () => new Date(Date.now() + ahead),
    (kind, subscription) => {
      const subject = xml('subscription', presentSubscription(books, subscription))
      told.push({ kind, form: signedNotification(kind, subject, books.now()) })
    },
  )
  const faultAt = (method: string | undefined, path: string): Fault | undefined => {
    const fault = faults.find((each) => method !== 'GET' && each.times > 0 && path.startsWith(each.path))
    if (fault) fault.times -= 1
    return fault?.mode
  }
  const act = (method: string, path: string, text: string): { status: number; body: string } => {
    try {
      return answerOf(books, method, path, text === '' ? undefined : JSON.parse(text))
    } catch (error) {
      if (error instanceof Refused) return { status: 422, body: error.body }
      failures.push(error as Error)
      return { status: 500, body: '' }
    }
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const path = (request.url ?? '').replace(`/merchants/${keys.merchantId}/`, '')
    const { method = 'GET' } = request
    const fault = faultAt(method, path)
    if (fault === 'drop_before') return request.socket.destroy()
    if (fault?.startsWith('status:')) return response.writeHead(Number(fault.slice(7))).end()
    const { status, body } = act(method, path, Buffer.concat(chunks).toString())
    requests.push({ method, path, status })
    if (fault === 'drop_after') return request.socket.destroy()
    return response.writeHead(status, { 'content-type': 'application/xml; charset=utf-8' }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  finished(() => {
    server.closeAllConnections()
    server.close()
    if (failures[0]) throw failures[0]
  })
  const account: BraintreeAccount = { ...keys, apiBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
  return {
    account,
    books,
    requests,
    /** The webhooks that it would have sent. */
    told,
    fault: (path: string, mode: Fault, times: number) => {
      faults = [...faults, { path, mode, times }]
    },
    /** The bank declines every charge from now on, or takes them again. */
    decline: (declines: boolean) => {
      books.declines = declines
    },
    /** Lets time pass, and everything that is due by then happen. */
    advanceTo: (at: Date) => {
      ahead = at.getTime() - Date.now()
      billDue(books)
    },
  }
}
