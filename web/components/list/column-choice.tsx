import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { Icon } from '#web/components/icon.tsx'

type Props = {
  /** The columns that may be hidden. */
  columns: readonly { name: string; label: string }[]
  /** The names of those that are shown. */
  shown: readonly string[]
  onHidden: (hidden: string[]) => void
}

/** Chooses the columns of a table. */
const ColumnChoice = ({ columns, shown, onHidden }: Props) => (
  <Popover position="bottom-end" shadow="md" withinPortal={false} trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<Icon name="eye" />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Columns">
      <Checkbox.Group
        aria-label="Columns"
        value={[...shown]}
        onChange={(chosen) => onHidden(columns.map(({ name }) => name).filter((name) => !chosen.includes(name)))}
      >
        <Stack gap="xs">
          {columns.map(({ name, label }) => (
            <Checkbox key={name} value={name} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Popover.Dropdown>
  </Popover>
)

export default ColumnChoice
