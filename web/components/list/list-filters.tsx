import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import type { Resource } from '#schemas/nouns.ts'
import { listClients, showClient } from '#schemas/resources/clients.ts'
import { listSites, listSitesOfClient, showSite } from '#schemas/resources/sites.ts'
import { typeName } from '#schemas/text/type-name.ts'
import { ClientField } from '#web/components/client-field.tsx'
import { DateField } from '#web/components/date-field.tsx'
import { Icon } from '#web/components/icon.tsx'
import { kinds } from '#web/components/kinds.ts'
import { FiltersButton } from '#web/components/list/filters-button.tsx'
import styles from '#web/components/list/list-filters.module.css'
import { useOwn } from '#web/components/own/use-own.ts'
import { SiteField } from '#web/components/site-field.tsx'
import { dayMonthYear } from '#web/lib/dates.ts'
import { expiryFilterWords } from '#web/lib/expiry.ts'
import { type FilterName, type ListAddress, useListAddress } from '#web/lib/list-address.ts'
import { offerQuery, oneQuery } from '#web/lib/queries.ts'
import { useCan, useTeam } from '#web/lib/session.ts'
import { useIsWide } from '#web/lib/use-is-wide.ts'

/** The filters of an address, in words; without the name of a record that cannot be read. */
export const useFilterWords = ({
  client = '',
  site = '',
  ...address
}: ListAddress): Partial<Record<FilterName, string>> => {
  const clients = useQuery({ ...oneQuery(showClient, { id: client }), enabled: client !== '' })
  const sites = useQuery({ ...oneQuery(showSite, { id: site }), enabled: site !== '' })
  const people = useTeam()?.users
  const own = useOwn()
  const nameOf = (person: string | undefined): string => {
    const found = people?.find(({ id }) => id === person)
    return found ? (found.name ?? 'an erased person') : 'someone who has left'
  }
  const { from = '', to = '', type = '', expires = '', resource = 'files' } = address
  return {
    client: `Client: ${clients.data?.name ?? '…'}`,
    site: `Site: ${sites.data?.name ?? '…'}`,
    from: `From ${dayMonthYear(from)}`,
    to: `To ${dayMonthYear(to)}`,
    type: `Type: ${typeName(type as FileType)}`,
    added_by: `Added by ${nameOf(address.added_by)}`,
    expires: `Expiry: ${expiryFilterWords(expires)}`,
    files: 'Without files',
    resource: kinds[resource as Resource].title,
    deleted_by: `Deleted by ${nameOf(address.deleted_by)}`,
    import: 'Of one import',
    ...own?.words(address),
  }
}

type FilterChipsProps = {
  /** The filters that are set. */
  set: readonly FilterName[]
  told: ListFiltersProps['told']
  /** Takes filters away. */
  onRemove: (names: readonly FilterName[]) => void
}

/** The filters of a list, in one line; a press takes one away, or all of them. */
const FilterChips = ({ set, told, onRemove }: FilterChipsProps) => {
  const words = { ...useFilterWords(useListAddress().address), ...told }
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

export type ListFiltersProps = {
  /** The client whose sites are offered, when the list is that of a client. */
  clientId?: string | undefined
  /** The names of the filters that the list has; those that are set are counted. */
  names: readonly FilterName[]
  /** A filter that stands beside the button, without a label, and on a phone is one of those that it opens. */
  beside?: (bare: boolean) => ReactNode
  /** Its name in the address. */
  besides?: FilterName
  /** The words of filters that are set and that the address alone does not tell. */
  told?: Partial<Record<FilterName, string>>
  /** Further filters. */
  children?: ReactNode
}

/**
 * Filters of a list, those by client, site and days where it has them, which open below a button; folded, they say what is
 * set. The address holds them.
 */
export const ListFilters = ({ clientId, names, beside, besides, told = {}, children }: ListFiltersProps) => {
  const { address, change } = useListAddress()
  const isBeside = useIsWide()
  const opening = besides && !isBeside ? [besides, ...names] : names
  const set = opening.filter((name) => address[name] !== undefined || told[name] !== undefined)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const can = useCan()
  const mayClients = names.includes('client') && can('clients.view')
  const client = clientId ?? address.client
  const clients = useQuery({ ...offerQuery(listClients), enabled: opened && mayClients })
  const sites = useQuery({
    ...(client ? offerQuery(listSitesOfClient, { id: client }) : offerQuery(listSites)),
    enabled: opened && names.includes('site') && can('sites.view'),
  })
  const remove = (gone: readonly FilterName[]) => {
    // One category stands in the hash.
    change(Object.fromEntries(gone.map((name) => [name, null])), gone.includes('category') ? '/files' : undefined)
    // The pressed button disappears with its filter.
    button.current?.focus()
  }
  return (
    <>
      {isBeside && beside?.(true)}
      {(names.length > 0 || !isBeside) && (
        <FiltersButton ref={button} count={set.length} opened={opened} onOpened={setOpened} />
      )}
      {opened && (
        <search className={styles.filters} aria-label="Filters">
          {!isBeside && beside?.(false)}
          {clients.data && (
            <ClientField
              first={clients.data}
              none="All clients"
              description=""
              value={address.client ?? ''}
              onChange={(id) => change({ client: id, site: null })}
            />
          )}
          {sites.data && (
            <SiteField
              first={sites.data}
              clientId={client}
              none="All sites"
              value={address.site ?? ''}
              onChange={(id) => change({ site: id })}
            />
          )}
          {names.includes('from') && (
            <>
              <DateField typed label="From" value={address.from ?? null} onChange={(from) => change({ from })} />
              <DateField typed label="To" value={address.to ?? null} onChange={(to) => change({ to })} />
            </>
          )}
          {children}
          {set.length > 0 && (
            <Button variant="subtle" className={styles.level ?? ''} onClick={() => remove(set)}>
              Clear filters
            </Button>
          )}
        </search>
      )}
      {!opened && set.length > 0 && <FilterChips set={set} told={told} onRemove={remove} />}
    </>
  )
}
