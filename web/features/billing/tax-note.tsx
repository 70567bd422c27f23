import { Text } from '@mantine/core'
import { type TaxedPlace, useTaxRate } from '#web/features/billing/use-tax-rate.ts'
import { collectsVat } from '#web/lib/settings.ts'

/** The VAT of what is typed, as it changes (STATE2-38 to STATE2-40). */
export const TaxNote = ({ place }: { place: TaxedPlace }) => {
  const rate = useTaxRate(place)
  if (!collectsVat()) return null
  return (
    <Text size="sm" c="dimmed" role="status">
      {rate === null ? 'No VAT on your next invoices' : `VAT on your next invoices: ${rate} %`}
    </Text>
  )
}
