import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'

/**
 * The tax rates that a call names.
 * @throws {ApiError} when one of them is not there, or no longer in use
 */
export const taxRatesOf = ({ store }: Context, ids: '' | readonly string[] | undefined): Stripe.TaxRate[] =>
  (ids === undefined || ids === '' ? [] : ids).map((id, at) => {
    const param = `default_tax_rates[${at}]`
    const rate = store.find<Stripe.TaxRate>('tax_rate', id)
    if (rate === undefined) throw noSuch('tax rate', id, param)
    if (rate.active) return rate
    throw invalidRequest(`The tax rate ${id} is archived and cannot be used.`, { param })
  })
