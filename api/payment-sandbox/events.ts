import type Stripe from 'stripe'
import { API_VERSION, type Context } from './context.ts'
import { newId } from './ids.ts'
import type { Entity, Store } from './store.ts'
import { isSubscribed } from './webhook-types.ts'

/** The values that fields had before they were changed; null where there was none. */
const previousOf = (before: object, after: object): { [field: string]: unknown } => {
  const old = new Map(Object.entries(before))
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(old.get(name)) !== JSON.stringify(value),
  )
  return Object.fromEntries(changed.map(([name]) => [name, old.get(name) ?? null]))
}

/**
 * Records that something has happened, and hands it over to be sent where it is listened for.
 * @param before the object as it was, for the previous attributes of an update
 */
export const emit = (context: Context, type: Stripe.Event.Type, object: object, before?: object): void => {
  const { store, now, request } = context
  const wanted = isSubscribed(type)
  const event = {
    id: newId('evt'),
    object: 'event' as const,
    api_version: API_VERSION,
    created: now,
    data: { object, ...(before === undefined ? {} : { previous_attributes: previousOf(before, object) }) },
    livemode: false,
    pending_webhooks: wanted ? 1 : 0,
    request,
    type,
  } satisfies Stripe.EventBase
  store.put(event)
  if (wanted) store.rows('INSERT INTO deliveries (event, tries, at) VALUES (?, 0, 0)', event.id)
}

const KEPT = 30 * 86_400

/** Events are known for 30 days, and until they were sent. */
export const forgetOldEvents = (store: Store, now: number): void =>
  void store.rows(
    "DELETE FROM objects WHERE object = 'event' AND created < ? AND id NOT IN (SELECT event FROM deliveries)",
    now - KEPT,
  )

type Saved = Entity & { customer?: unknown; created?: number }

/** Writes an object and records what has happened to it. */
export const save = <T extends Saved>(
  context: Context,
  object: T,
  type: Stripe.Event.Type,
  { before, due = null, owner }: { before?: T; due?: number | null; owner?: string } = {},
): T => {
  context.store.put(object, due, owner)
  emit(context, type, object, before)
  return object
}
