import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import { showClient } from '#schemas/resources/clients.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/list/list-filters.module.css'
import { dayMonthYear } from '#web/lib/dates.ts'
import { expiryFilterWords } from '#web/lib/expiry.ts'
import { type FilterName, type ListAddress, useListAddress } from '#web/lib/list-address.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { useTeam } from '#web/lib/session.ts'

/** The filters of an address, in words; without the name of a record that cannot be read. */
const useFilterWords = ({ client = '', site = '', ...address }: ListAddress): Partial<Record<FilterName, string>> => {
  const clients = useQuery({ ...oneQuery(showClient, { id: client }), enabled: client !== '' })
  const sites = useQuery({ ...oneQuery(showSite, { id: site }), enabled: site !== '' })
  const adder = useTeam()?.users.find(({ id }) => id === address.added_by)
  const { from = '', to = '', type = '', expires = '' } = address
  return {
    client: `Client: ${clients.data?.name ?? '…'}`,
    site: `Site: ${sites.data?.name ?? '…'}`,
    from: `From ${dayMonthYear(from)}`,
    to: `To ${dayMonthYear(to)}`,
    type: `Type: ${typeName(type as FileType)}`,
    added_by: `Added by ${adder ? (adder.name ?? 'an erased person') : 'someone who has left'}`,
    expires: `Expiry: ${expiryFilterWords(expires)}`,
  }
}

type Props = {
  /** The filters that are set. */
  set: readonly FilterName[]
  /** Takes filters away. */
  onRemove: (names: readonly FilterName[]) => void
}

/** The filters of a list, in one line; a press takes one away, or all of them. */
export const FilterChips = ({ set, onRemove }: Props) => {
  const words = useFilterWords(useListAddress().address)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div role="group" aria-label="Filters that are set" className={styles.chips}>
      {set.map((name) => (
        <Button
          key={name}
          variant="default"
          size="compact-sm"
          radius="xl"
          className={styles.chip ?? ''}
          rightSection={<Icon name="close" size={12} />}
          aria-label={`Remove the filter ${words[name]}`}
          onClick={() => onRemove([name])}
        >
          <span dir="auto">{words[name]}</span>
        </Button>
      ))}
      <Button variant="subtle" size="compact-sm" onClick={() => onRemove(set)}>
        Clear filters
      </Button>
    </div>
  )
}
