import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { ApiError, type ErrorBody, invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import type { UpdateSubscription } from '../subscription-parameters.ts'
import { cleared, given, idOf, idOrNull, mergedMetadata } from '../values.ts'
import { type PlanChange, planChange } from './change-plan.ts'
import { taxRatesOf } from './details.ts'
import { discountsOf, endDiscount, redeem } from './discounts.ts'
import { makeInvoiceItem } from './invoice-items.ts'
import { voidInvoice } from './invoices.ts'
import { methodOfCustomer } from './payment-methods.ts'
import { billSubscription } from './subscription-invoice.ts'
import { isOver, periodOf, putSubscription } from './subscription-state.ts'

const HOUR = 3600

/** What may be changed by an update that waits for its payment. */
const PENDING = new Set(
  `items proration_behavior proration_date trial_end billing_cycle_anchor discounts metadata cancel_at_period_end
  payment_behavior off_session expand`.split(/\s+/),
)

const checkPending = (params: UpdateSubscription): void => {
  const others = Object.entries(params).filter(([name, value]) => value !== undefined && !PENDING.has(name))
  if (others.length === 0) return
  throw invalidRequest(
    `When \`payment_behavior\` is set to \`pending_if_incomplete\`, these parameters cannot be passed: ${others.map(([name]) => name).join(', ')}.`,
    { param: others[0]?.[0] ?? '' },
  )
}

/** The discounts that a subscription is to have: named ones stay, new ones are redeemed, others end. */
const nextDiscounts = (context: Context, before: Stripe.Subscription, params: UpdateSubscription): string[] => {
  const present = before.discounts.map(idOf)
  if (params.discounts === undefined) return present
  const owner = { customer: idOf(before.customer), subscription: before.id, currency: before.currency }
  const wanted = params.discounts === '' ? [] : params.discounts
  const next = wanted.map((discount, at) => redeem(context, discount, owner, `discounts[${at}]`, present).id)
  const gone = discountsOf(context, before.discounts).filter(({ id }) => !next.includes(id))
  for (const discount of gone) endDiscount(context, discount)
  return next
}

/** Cancelling at the end of the period or on a day, and taking it back. */
const cancellationOf = (
  { now }: Context,
  before: Stripe.Subscription,
  { cancel_at_period_end: atEnd, cancel_at: at, cancellation_details: details }: UpdateSubscription,
  end: number,
): Partial<Stripe.Subscription> => {
  if (atEnd !== undefined && at !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  const none = { comment: null, feedback: null, feedback_option: null, reason: null }
  const why = {
    ...none,
    ...before.cancellation_details,
    ...given({ comment: cleared(details?.comment), feedback: cleared(details?.feedback) }),
  }
  if (atEnd === true || typeof at === 'number') {
    if (typeof at === 'number' && at <= now) {
      throw invalidRequest('`cancel_at` must be in the future.', { param: 'cancel_at' })
    }
    return {
      cancel_at: typeof at === 'number' ? at : end,
      cancel_at_period_end: atEnd === true,
      canceled_at: before.canceled_at ?? now,
      cancellation_details: { ...why, reason: 'cancellation_requested' },
    }
  }
  if (atEnd === false || at === '') {
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { ...why, reason: null },
    }
  }
  return details === undefined ? {} : { cancellation_details: why }
}

const detailsOf = (
  context: Context,
  before: Stripe.Subscription,
  params: UpdateSubscription,
): Partial<Stripe.Subscription> => {
  const { default_payment_method: method, payment_settings: settings, trial_settings: trial } = params
  const customer = idOf(before.customer)
  return {
    metadata: mergedMetadata(before.metadata, params.metadata),
    discounts: nextDiscounts(context, before, params),
    ...given({
      default_payment_method:
        method === undefined ? undefined : methodOfCustomer(context, method, customer, 'default_payment_method').id,
      default_tax_rates:
        params.default_tax_rates === undefined ? undefined : taxRatesOf(context, params.default_tax_rates),
      description: cleared(params.description),
      payment_settings:
        settings === undefined
          ? undefined
          : {
              payment_method_options: null,
              payment_method_types: settings.payment_method_types || null,
              save_default_payment_method:
                settings.save_default_payment_method ?? before.payment_settings?.save_default_payment_method ?? 'off',
            },
      trial_settings:
        trial === undefined
          ? undefined
          : { end_behavior: { billing_cycle_anchor: 'now' as const, ...trial.end_behavior } },
    }),
  }
}

/** An invoice that an earlier update waits for is withdrawn by the next. */
const dropPending = (
  context: Context,
  { pending_update: pending, latest_invoice: latest }: Stripe.Subscription,
): void => {
  const invoice = pending === null ? undefined : context.store.find<Stripe.Invoice>('invoice', idOrNull(latest) ?? '')
  if (invoice?.status === 'open') voidInvoice(context, invoice)
}

const pendingUpdate = (
  { now }: Context,
  { changes }: PlanChange,
  updated: Stripe.Subscription,
  params: UpdateSubscription,
): Stripe.Subscription.PendingUpdate => ({
  billing_cycle_anchor: changes.billing_cycle_anchor ?? null,
  cancel_at_period_end: params.cancel_at_period_end ?? null,
  discount: null,
  discounts: null,
  expires_at: now + 23 * HOUR,
  metadata: params.metadata === undefined ? null : updated.metadata,
  subscription_items: changes.items.data,
  trial_end: changes.trial_end ?? null,
  trial_from_plan: null,
})

const notPaid = (failure: ErrorBody | undefined): ApiError =>
  new ApiError(402, failure ?? { type: 'card_error', message: 'Payment for this subscription failed.' })

/**
 * Changes a subscription. What it costs now is collected now, where the call or the change asks for that; with
 * `pending_if_incomplete` the terms stay as they are until that is paid.
 * @throws {ApiError} when it is over, or the change is none that can be made
 */
export const updateSubscription = (
  context: Context,
  before: Stripe.Subscription,
  params: UpdateSubscription,
): Stripe.Subscription => {
  const { payment_behavior: behavior = 'allow_incomplete' } = params
  if (isOver(before)) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  const mayWait = behavior === 'pending_if_incomplete'
  if (mayWait) checkPending(params)
  const hasTerms = [params.items, params.trial_end, params.billing_cycle_anchor].some((terms) => terms !== undefined)
  if (hasTerms) dropPending(context, before)
  const details = detailsOf(context, before, params)
  const change = planChange(context, { ...before, ...details }, params)
  const { end } = periodOf({ ...before, ...change.changes })
  const cancellation = cancellationOf(context, before, params, end)
  const pending = hasTerms ? { pending_update: null } : {}
  const updated: Stripe.Subscription = { ...before, ...details, ...change.changes, ...cancellation, ...pending }
  const waits = mayWait && change.billsNow
  const billed = waits
    ? { ...before, discounts: updated.discounts, pending_update: pendingUpdate(context, change, updated, params) }
    : updated
  putSubscription(context, billed)
  const owner = { customer: idOf(before.customer), currency: before.currency, testClock: idOrNull(before.test_clock) }
  for (const line of change.prorations) makeInvoiceItem(context, line, owner)
  if (!waits) emit(context, 'customer.subscription.updated', updated, before)
  if (!change.billsNow) return updated
  const bill = {
    subscription: billed,
    reason: 'subscription_update' as const,
    lines: change.periodLines,
    period: { start: periodOf(before).start, end: context.now },
  }
  const { invoice, failure } = billSubscription(context, bill, behavior !== 'default_incomplete')
  if (behavior === 'error_if_incomplete' && invoice.status !== 'paid') throw notPaid(failure)
  const after = context.store.find<Stripe.Subscription>('subscription', before.id) ?? billed
  if (waits && invoice.status !== 'paid') emit(context, 'customer.subscription.updated', after, before)
  return after
}
