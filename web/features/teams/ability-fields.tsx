import { resources } from '#schemas/nouns.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { type Abilities, actions } from '#schemas/rights/abilities.ts'
import { PlainTable } from '#web/components/plain-table.tsx'
import styles from '#web/features/teams/ability-fields.module.css'

type Props = {
  abilities: Abilities
  /** An auditor never writes (D-01). */
  viewOnly: boolean
  onChange: (abilities: Abilities) => void
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The abilities of a member, one by one (D-01). */
export const AbilityFields = ({ abilities, viewOnly, onChange }: Props) => (
  <PlainTable
    label="Abilities"
    columns={[
      { heading: 'What', unseen: true, cell: titled },
      ...actions.map((action) => ({
        heading: titled(action),
        cell: (resource: (typeof resources)[number]) => (
          <Checkbox
            aria-label={`${titled(action)} ${resource}`}
            checked={abilities[resource][action]}
            disabled={viewOnly && action !== 'view'}
            onChange={({ currentTarget: { checked } }) =>
              onChange({ ...abilities, [resource]: { ...abilities[resource], [action]: checked } })
            }
          />
        ),
      })),
    ]}
    rows={resources}
    keyOf={(resource) => resource}
    look={styles}
  />
)
