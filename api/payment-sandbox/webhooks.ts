import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type Stripe from 'stripe'
import { type Faults, webhookPath } from './faults.ts'
import type { Store } from './store.ts'

/** Deliveries that may be under way at once. */
const mostAtOnce = 8

/** Milliseconds that a receiver has for its answer. */
const patience = 20_000

type Delivery = { seq: number; event: string; tries: number }

export type WebhookSetup = {
  store: Store
  faults: Faults
  url: string
  secret: string
  /** Milliseconds to wait after each try that has failed; after the last one the event is given up. */
  retryAfterMs: readonly number[]
  /** Told of an error that no receiver caused. */
  failed: (error: Error) => void
}

/** The `Stripe-Signature` of a body: real time, whatever the clock of the sandbox says, as receivers compare it. */
const signatureOf = (body: string, secret: string): string => {
  const seconds = Math.floor(Date.now() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}

/** Sends the events that wait, in their order, until each was taken or given up. */
export const startWebhooks = ({ store, faults, url, secret, retryAfterMs, failed }: WebhookSetup) => {
  const agent = new Agent({ keepAlive: true, maxSockets: mostAtOnce })
  const underWay = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  /** Whether the receiver has taken it. */
  const post = async (body: string): Promise<boolean> => {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'stripe-signature': signatureOf(body, secret),
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    }
    const sent = request(url, { method: 'POST', agent, headers, timeout: patience }, (response) => {
      const { statusCode = 0 } = response
      response.resume()
      response.on('close', () => resolve(statusCode >= 200 && statusCode < 300))
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(false))
    sent.end(body)
    return promise
  }

  const forget = ({ seq }: Delivery): void => void store.rows('DELETE FROM deliveries WHERE seq = ?', seq)

  const enqueueAgain = ({ event, tries }: Delivery): void =>
    void store.rows('INSERT INTO deliveries (event, tries, at) VALUES (?, ?, 0)', event, tries)

  const taken = (delivery: Delivery, event: Stripe.EventBase): void => {
    forget(delivery)
    const told = { ...event, pending_webhooks: 0 }
    store.put(told)
  }

  const notTaken = (delivery: Delivery): void => {
    const delay = retryAfterMs[delivery.tries]
    if (delay === undefined) forget(delivery)
    else {
      const again = Date.now() + delay
      store.rows('UPDATE deliveries SET tries = tries + 1, at = ? WHERE seq = ?', again, delivery.seq)
    }
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    const event = store.find<Stripe.EventBase>('event', delivery.event)
    const fault = faults.take('POST', webhookPath)
    if (event === undefined || fault?.kind === 'mute') {
      forget(delivery)
      return
    }
    if (fault?.kind === 'twice') {
      // Both copies go behind what is waiting already.
      forget(delivery)
      enqueueAgain(delivery)
      enqueueAgain(delivery)
      return
    }
    if (fault?.kind === 'delay') await wait(fault.ms)
    const isSent = fault?.kind !== 'status' && fault?.kind !== 'drop_before'
    const isTaken = isSent && (await post(JSON.stringify(event, null, 2)))
    if (isClosed) return
    if (isTaken && fault?.kind !== 'drop_after') taken(delivery, event)
    else notTaken(delivery)
  }

  /** Takes up what is to be sent by now, and comes back for the rest. */
  const wake = (): void => {
    if (isClosed) return
    // One instant for both: what is not due by it waits for its timer.
    const present = Date.now()
    const due = 'SELECT seq, event, tries FROM deliveries WHERE at <= ? ORDER BY at, seq LIMIT ? + 0'
    const rows = store.rows(due, present, 2 * mostAtOnce)
    const waiting = rows.filter(({ seq }) => !underWay.has(Number(seq)))
    for (const row of waiting) {
      if (underWay.size >= mostAtOnce) break
      const delivery = { seq: Number(row.seq), event: String(row.event), tries: Number(row.tries) }
      underWay.add(delivery.seq)
      deliver(delivery)
        .catch(failed)
        .finally(() => {
          underWay.delete(delivery.seq)
          wake()
        })
    }
    clearTimeout(timer)
    const [next] = store.rows('SELECT MIN(at) AS at FROM deliveries WHERE at > ?', present)
    if (typeof next?.at === 'number') timer = setTimeout(wake, next.at - Date.now())
  }

  return {
    wake,
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      agent.destroy()
    },
  }
}
