import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { listOf } from '../values.ts'

const path = '/v1/customers/:id/tax_ids'

/** How numbers of a type look, and where they are given; of other types nothing is known. */
const shapes: { [type: string]: { shape: RegExp; country: (value: string) => string | null } } = {
  eu_vat: {
    shape: /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z+*]{2,13}$/,
    country: (value) => (value.startsWith('EL') ? 'GR' : value.startsWith('XI') ? 'GB' : value.slice(0, 2)),
  },
  gb_vat: { shape: /^GB(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/, country: () => 'GB' },
}

/** @throws {ApiError} when it does not look like one of its type */
export const makeTaxId = (context: Context, customer: { id: string }, type: string, value: string): Stripe.TaxId => {
  const known = shapes[type]
  if (known !== undefined && !known.shape.test(value.replaceAll(/[ .-]/g, ''))) {
    throw invalidRequest(`Invalid value for ${type}.`, { code: 'tax_id_invalid' })
  }
  const taxId: Stripe.TaxId = {
    id: newId('txi'),
    object: 'tax_id',
    country: known?.country(value) ?? type.slice(0, 2).toUpperCase(),
    created: context.now,
    customer: customer.id,
    customer_account: null,
    livemode: false,
    owner: { customer: customer.id, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  }
  return save(context, taxId, 'customer.tax_id.created')
}

const taxIdOf = ({ store }: Context, customer: string, id: string): Stripe.TaxId => {
  const found = store.find<Stripe.TaxId>('tax_id', id)
  if (found === undefined || found.customer !== customer) throw noSuch('tax_id', id, 'id')
  return found
}

const createSchema = parameters<Stripe.CustomerCreateTaxIdParams>()({ type: text, value: text })

const listSchema = parameters<Stripe.CustomerListTaxIdsParams>()(paging)

const existing = ({ store }: Context, id: string): { id: string } => {
  const customer = store.find('customer', id)
  if (customer === undefined || 'deleted' in customer) throw noSuch('customer', id, 'id')
  return customer
}

export const taxIdRoutes = [
  route('POST', path, createSchema, (context, { type, value }, [id]) =>
    makeTaxId(context, existing(context, id), type, value),
  ),
  route('GET', path, listSchema, (context, params, [id]) =>
    listPage<Stripe.TaxId>(context.store, 'tax_id', params, `/v1/customers/${existing(context, id).id}/tax_ids`, {
      customer: id,
    }),
  ),
  route('GET', `${path}/:tax_id`, noParameters, (context, _, [id, taxId]) => taxIdOf(context, id, taxId)),
  route('DELETE', `${path}/:tax_id`, noParameters, (context, _, [id, taxId]) => {
    save(context, taxIdOf(context, id, taxId), 'customer.tax_id.deleted')
    context.store.remove(taxId)
    return { id: taxId, object: 'tax_id', deleted: true }
  }),
]

/** The tax ids of a customer, which it has only where they are asked for. */
export const includedTaxIds = ({ id: customer }: Stripe.Customer, store: Context['store']) =>
  listOf(store.list<Stripe.TaxId>('tax_id', { customer }), `/v1/customers/${customer}/tax_ids`)
