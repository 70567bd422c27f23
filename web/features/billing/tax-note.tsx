import { Text } from '@mantine/core'
import { collectsVat } from '#web/lib/settings.ts'
import { isWholePlace, type TaxedPlace, useTaxRate } from '#web/lib/use-tax-rate.ts'

const wordsOf = (rate: number | null, place: TaxedPlace): string => {
  if (rate === null) return 'No VAT on your next invoices'
  const words = `VAT on your next invoices: ${rate} %`
  if (rate > 0) return words
  return isWholePlace(place)
    ? `${words} (reverse charge: you account for it yourself)`
    : `${words}, until city, state and postcode are given`
}

/** The VAT of what is typed, as it changes. */
export const TaxNote = ({ place }: { place: TaxedPlace }) => {
  const rate = useTaxRate(place)
  if (!collectsVat()) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {wordsOf(rate, place)}
    </Text>
  )
}
