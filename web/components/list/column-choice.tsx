import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { type Choosable, keptName } from '#web/components/list/column.ts'

type Props = {
  /** The columns that may be hidden. */
  columns: readonly (Choosable & { label: string })[]
  /** The names of those that are shown. */
  shown: readonly string[]
  /** Is given the names, as they are kept, of those that are not as at first. */
  onHidden: (hidden: string[]) => void
}

/** The columns with a mark each, which changes with the press; the table follows when the account's answers have. */
const Columns = ({ columns, shown, onHidden }: Props) => {
  const [chosen, setChosen] = useState([...shown])
  const choose = (names: string[]) => {
    setChosen(names)
    onHidden(columns.filter(({ name, unlisted = false }) => names.includes(name) === unlisted).map(keptName))
  }
  return (
    <Checkbox.Group aria-label="Columns" value={chosen} onChange={choose}>
      <Stack gap="xs">
        {columns.map(({ name, label }) => (
          <Checkbox key={name} value={name} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** Chooses the columns of a table. */
const ColumnChoice = (choice: Props) => (
  <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<Icon name="eye" />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Columns {...choice} />
    </Popover.Dropdown>
  </Popover>
)

export default ColumnChoice
