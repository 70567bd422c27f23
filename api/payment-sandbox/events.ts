import { apiVersion, type Context } from './context.ts'
import { newId } from './ids.ts'
import type { Entity, Store } from './store.ts'

/** The events of the account's one webhook endpoint; nothing else is recorded. */
type EventType =
  | 'charge.refunded'
  | 'customer.discount.created'
  | 'customer.discount.deleted'
  | 'customer.subscription.created'
  | 'customer.subscription.deleted'
  | 'customer.subscription.pending_update_expired'
  | 'customer.subscription.updated'
  | 'customer.updated'
  | 'invoice.finalized'
  | 'invoice.paid'
  | 'invoice.payment_action_required'
  | 'invoice.payment_failed'
  | 'invoice.voided'
  | 'setup_intent.succeeded'

/** The values that fields had before they were changed; null where there was none. */
const previousOf = (before: object, after: object): { [field: string]: unknown } => {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed.map(([name]) => [name, old.get(name) ?? null]))
}

/**
 * Records that something has happened, and hands it over to be sent.
 * @param before the object as it was, for the previous attributes of an update
 */
export const emit = ({ store, now, request }: Context, type: EventType, object: object, before?: object): void => {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: now,
    data: before === undefined ? { object } : { object, previous_attributes: previousOf(before, object) },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }
  store.put(event)
  store.rows('INSERT INTO deliveries (event, tries, at) VALUES (?, 0, 0)', event.id)
}

const kept = 30 * 86_400

/** Events are known for 30 days, and until they were sent. */
export const forgetOldEvents = (store: Store, now: number): void =>
  void store.rows(
    "DELETE FROM objects WHERE object = 'event' AND created < ? AND id NOT IN (SELECT event FROM deliveries)",
    now - kept,
  )

type Saved = Entity & { customer?: unknown; created?: number }

/** Writes an object and records what has happened to it. */
export const save = <T extends Saved>(
  context: Context,
  object: T,
  type: EventType,
  { before, due = null }: { before?: T; due?: number | null } = {},
): T => {
  context.store.put(object, due)
  emit(context, type, object, before)
  return object
}
