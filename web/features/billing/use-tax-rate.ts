import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Billing } from '#schemas/resources/billable.ts'
import { asksVat } from '#schemas/vat.ts'
import type { AddressValues } from '#web/components/address/address-inputs.tsx'
import { callApi } from '#web/lib/api.ts'
import { taxRate } from '#web/lib/calls/billing.ts'
import { collectsVat } from '#web/lib/settings.ts'

/** What decides the VAT of a buyer. */
export type TaxedPlace = AddressValues & { vat_id: string }

/** Milliseconds without a key press, after which the rate is asked for. */
const settled = 300

/** The billing address of an account as the values of a form. Without one its country is that of the seller (D-21). */
export const addressOf = (billing: Billing): AddressValues => ({
  address: billing.billing_address ?? '',
  address_line_2: billing.billing_address_line_2 ?? '',
  city: billing.billing_city ?? '',
  state: billing.billing_state ?? '',
  zip: billing.billing_zip ?? '',
  country: billing.billing_country ?? 'GB',
})

/**
 * The VAT of a place in percent, asked for anew whenever address, country or VAT id change (STATE2-38 to STATE2-40);
 * null where none is collected (VAL2-10), and before the first answer.
 */
export const useTaxRate = (place: TaxedPlace): number | null => {
  const [body] = useDebouncedValue(place, settled)
  const { data } = useQuery({
    queryKey: ['public', 'tax-rate', body],
    queryFn: async () => (await callApi(taxRate, { body })).data.rate,
    enabled: asksVat(collectsVat(), body.country),
    placeholderData: keepPreviousData,
  })
  return asksVat(collectsVat(), place.country) ? (data ?? null) : null
}
