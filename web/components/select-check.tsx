import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { shownMoment } from '#web/lib/moment.ts'
import type { useSelection } from '#web/lib/use-selection.ts'

type Props = {
  name: string
  selected: boolean
  /** Selects the record, or with `range` all records up to it. */
  onSelect: (range: boolean) => void
  /** Large enough for a finger. */
  large?: boolean
}

/** Selects a record in its line of a list; with Shift, all from the previous one. Nothing can be done with what is past. */
export const SelectCheck = ({ name, selected, onSelect, large = false }: Props) =>
  shownMoment() === null && (
    <Checkbox
      {...(large ? { size: 'md', me: 'xs' } : { size: 'xs' })}
      aria-label={`Select ${name}`}
      checked={selected}
      onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
  )

type ShownProps = { /** '50 files'. */ what: string; selected: boolean; some: boolean; onSelect: () => void }

/** Selects all records that a table shows, or none of them; in its heading. */
const SelectShownCheck = ({ what, selected, some, onSelect }: ShownProps) => (
  <Checkbox
    size="xs"
    aria-label={`Select the ${what} shown`}
    checked={selected}
    indeterminate={some && !selected}
    onChange={onSelect}
  />
)

type Selecting = Pick<ReturnType<typeof useSelection>, 'shown' | 'isSelected' | 'toggle'>

/** The checkboxes of a table: `what` is selected by that of its heading, '50 files', and each record by that of its line. */
export const selectColumn = (what: string, { shown, isSelected, toggle }: Selecting) => ({
  all: <SelectShownCheck what={what} {...shown} />,
  one: ({ id, name }: { id: string; name: string }) => (
    <SelectCheck name={name} selected={isSelected(id)} onSelect={(range) => toggle(id, range)} />
  ),
})
