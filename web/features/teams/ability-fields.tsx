import { resources } from '#schemas/nouns.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { type Abilities, actions } from '#schemas/rights/abilities.ts'
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
  <div className={styles.frame}>
    <table className={styles.table} aria-label="Abilities">
      <thead>
        <tr>
          <th scope="col">
            <span className={styles.unseen}>What</span>
          </th>
          {actions.map((action) => (
            <th key={action} scope="col">
              {titled(action)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {resources.map((resource) => (
          <tr key={resource}>
            <th scope="row">{titled(resource)}</th>
            {actions.map((action) => (
              <td key={action}>
                <Checkbox
                  aria-label={`${titled(action)} ${resource}`}
                  checked={abilities[resource][action]}
                  disabled={viewOnly && action !== 'view'}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange({ ...abilities, [resource]: { ...abilities[resource], [action]: checked } })
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
