import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { asksVat } from '#schemas/billing/vat.ts'
import { showTaxRate } from '#schemas/resources/tax-rate.ts'
import { callApi } from '#web/lib/api.ts'
import { collectsVat } from '#web/lib/settings.ts'

/** The facts that decide the VAT of a buyer. */
export type TaxedPlace = Record<'address' | 'address_line_2' | 'city' | 'state' | 'zip' | 'country' | 'vat_id', string>

/** Whether the VAT of a place can be worked out: without city, state and postcode none is charged (D-69). */
export const isWholePlace = ({ city, state, zip }: TaxedPlace): boolean =>
  [city, state, zip].every((part) => part.trim() !== '')

/** Of a whole form, which may hold a password too, as one text: equal places are one question. */
const textOf = ({ address, address_line_2, city, state, zip, country, vat_id }: TaxedPlace): string =>
  JSON.stringify({ address, address_line_2, city, state, zip, country, vat_id })

/** Milliseconds without a key press, after which the rate is asked for. */
const settled = 300

/** A place that is being typed, once no key was pressed for a moment. */
export const useSettledPlace = (place: TaxedPlace): TaxedPlace => {
  const [text] = useDebouncedValue(textOf(place), settled)
  return JSON.parse(text)
}

/**
 * The VAT of a place in percent, asked for anew whenever address, country or VAT id change; null where none is
 * collected, and before the first answer.
 */
export const useTaxRate = (place: TaxedPlace): number | null => {
  const body = useSettledPlace(place)
  const { data } = useQuery({
    queryKey: ['public', 'tax-rate', body],
    queryFn: async () => (await callApi(showTaxRate, { body })).data.rate,
    enabled: asksVat(collectsVat(), body.country),
    placeholderData: keepPreviousData,
  })
  return asksVat(collectsVat(), place.country) ? (data ?? null) : null
}
