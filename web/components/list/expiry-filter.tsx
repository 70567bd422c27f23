import { NativeSelect } from '@mantine/core'
import { expiryChoiceOf, expiryChoices } from '#web/lib/expiry.ts'
import { useListAddress } from '#web/lib/list-address.ts'

/** Narrows a list to what has expired, or expires soon; `bare` without a label above it. */
export const ExpiryFilter = ({ bare = false }: { bare?: boolean }) => {
  const { address, change } = useListAddress()
  const chosen = expiryChoiceOf(address.expires)
  return (
    <NativeSelect
      {...(bare ? { 'aria-label': 'Expiry' } : { label: 'Expiry' })}
      value={chosen}
      onChange={({ currentTarget }) => change({ expires: currentTarget.value })}
      data={expiryChoices(chosen)}
    />
  )
}
