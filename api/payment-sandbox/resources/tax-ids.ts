import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { customerOf } from './customers.ts'

const path = '/v1/customers/:id/tax_ids'

/** How numbers of a type look. */
const shapes = {
  eu_vat: /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,13}$/,
  gb_vat: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

const createSchema = parameters<Stripe.CustomerCreateTaxIdParams>()({ type: z.enum(['eu_vat', 'gb_vat']), value: text })

export const taxIdRoutes = [
  route('POST', path, createSchema, (context, { type, value }, [id]) => {
    const customer = customerOf(context, id).id
    if (!shapes[type].test(value.replaceAll(/[ .-]/g, ''))) {
      throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid' })
    }
    return context.store.put({
      id: newId('txi'),
      object: 'tax_id',
      created: context.now,
      customer,
      livemode: false,
      type,
      value,
    } as Stripe.TaxId)
  }),
  route('GET', path, parameters<Stripe.CustomerListTaxIdsParams>()(paging), (context, params, [id]) => {
    const customer = customerOf(context, id).id
    return listPage<Stripe.TaxId>(context.store, 'tax_id', params, `/v1/customers/${id}/tax_ids`, { customer })
  }),
  route('DELETE', `${path}/:tax_id`, noParameters, ({ store }, _, [customer, id]) => {
    if (store.find<Stripe.TaxId>('tax_id', id)?.customer !== customer) throw noSuch('tax_id', id, 'id')
    store.remove(id)
    return { id, object: 'tax_id', deleted: true }
  }),
]
