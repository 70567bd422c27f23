import { Button } from '@mantine/core'
import type { Ref } from 'react'
import { Icon } from '#web/components/icon.tsx'

type Props = {
  /** How many filters are set. */
  count: number
  opened: boolean
  onOpened: (opened: boolean) => void
  ref?: Ref<HTMLButtonElement>
}

/** Opens the filters of a list below its tools, and says how many are set. */
export const FiltersButton = ({ count, opened, onOpened, ref }: Props) => (
  <Button
    ref={ref}
    variant={count > 0 ? 'light' : 'default'}
    leftSection={<Icon name="filter" />}
    aria-expanded={opened}
    onClick={() => onOpened(!opened)}
  >
    {count > 0 ? `Filters (${count})` : 'Filters'}
  </Button>
)
