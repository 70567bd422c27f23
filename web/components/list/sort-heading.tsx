import { UnstyledButton } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/list/sort-heading.module.css'
import { isSort, useListAddress } from '#web/lib/list-address.ts'

type Props = {
  kind: ArrangedKind
  /** The column's name in the address. */
  name: string
  label: string
  className?: string | undefined
  style?: CSSProperties
  'data-pinned'?: boolean
  children?: ReactNode
}

const directions = { [-1]: 'descending', 0: 'none', 1: 'ascending' } as const

/**
 * The heading of a column. Where its list can be sorted by it, a press sorts from the smallest value, from the greatest,
 * and in the list's own order again; the address holds the order.
 */
export const SortHeading = ({ kind, name, label, children, ...cell }: Props) => {
  const { address, change } = useListAddress()
  const sorts = isSort(kind, name)
  const direction = address.sort === name ? 1 : address.sort === `-${name}` ? -1 : 0
  const next = direction === 0 ? name : direction === 1 ? `-${name}` : null
  return (
    <th
      scope="col"
      aria-sort={sorts ? directions[direction] : undefined}
      {...cell}
      // Other content of the heading is not part of its name.
      aria-label={children ? label : undefined}
    >
      {sorts ? (
        <UnstyledButton className={styles.button} onClick={() => change({ sort: next })}>
          <span>{label}</span>
          <span className={styles.mark} data-direction={directions[direction]}>
            <Icon name="down" size={14} />
          </span>
        </UnstyledButton>
      ) : (
        label
      )}
      {children}
    </th>
  )
}
