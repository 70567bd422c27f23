import { NativeSelect } from '@mantine/core'
import { periodOf } from '#schemas/time/expiry.ts'
import { DateField } from '#web/components/date-field.tsx'
import { periodFilter } from '#web/lib/due.ts'
import { expiryChoiceOf, expiryChoices } from '#web/lib/expiry.ts'
import { useListAddress } from '#web/lib/list-address.ts'

type Days = { from?: string | null; to?: string | null }

/**
 * Narrows a list to what has expired, or expires soon or in a period, whose days can be changed, and sorts it by that date;
 * `bare` without a label above it.
 */
export const ExpiryFilter = ({ bare = false }: { bare?: boolean }) => {
  const { address, change } = useListAddress()
  const chosen = expiryChoiceOf(address.expires)
  const period: Days | undefined = periodOf(chosen)
  const narrowTo = (expires: string) => change({ expires, ...(expires && !address.sort ? { sort: 'expires_at' } : {}) })
  const changeDays = (changes: Days) => {
    const { from, to } = { ...period, ...changes }
    narrowTo(from || to ? periodFilter({ from: from ?? '', to: to ?? '' }) : '')
  }
  return (
    <>
      <NativeSelect
        {...(bare ? { 'aria-label': 'Expiry' } : { label: 'Expiry' })}
        value={chosen}
        onChange={({ currentTarget }) => narrowTo(currentTarget.value)}
        data={expiryChoices(chosen)}
      />
      {period && (
        <>
          <DateField
            typed
            label="Expires from"
            value={period.from ?? null}
            {...(period.to && { maxDate: period.to })}
            onChange={(from) => changeDays({ from })}
          />
          <DateField
            typed
            label="Expires until"
            value={period.to ?? null}
            {...(period.from && { minDate: period.from })}
            onChange={(to) => changeDays({ to })}
          />
        </>
      )}
    </>
  )
}
