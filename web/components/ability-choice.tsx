import { resources } from '#schemas/nouns.ts'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { actions, extraAbilities } from '#schemas/rights/abilities.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import styles from '#web/components/ability-choice.module.css'

type Props<Each extends TokenAbility> = {
  /** Above all boxes. */
  title: string
  /** The name of each begins with its verb: 'Create clients'. */
  offered: readonly Offered<Each>[]
  chosen: readonly Each[]
  onChange: (chosen: Each[]) => void
  error?: ReactNode
}
type Offered<Each extends TokenAbility> = { name: string; value: Each }

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Groups every ability by its resource; the rest comes last. */
const groups = [
  ...resources.map((resource) => ({
    title: titled(resource),
    values: actions.map((action): TokenAbility => `${resource}.${action}`),
  })),
  { title: 'More', values: [...extraAbilities] },
]

/** The label of a box below the title of its group: the verb of 'Create clients'. */
const labelOf = ({ name, value }: Offered<TokenAbility>): string =>
  extraAbilities.some((extra) => extra === value) ? name : (name.split(' ')[0] ?? name)

/** The checklist of what a token may do: its abilities or scopes. */
export const AbilityChoice = <Each extends TokenAbility>({ title, offered, chosen, onChange, error }: Props<Each>) => {
  const toggle = (value: Each, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))
  return (
    <div className={styles.choice}>
      <p className={styles.title}>{title}</p>
      {groups.map((group) => (
        <fieldset key={group.title} className={styles.group}>
          <legend className={styles.name}>{group.title}</legend>
          <div className={styles.boxes}>
            {offered
              .filter(({ value }) => group.values.includes(value))
              .map((ability) => (
                <Checkbox
                  key={ability.value}
                  label={labelOf(ability)}
                  aria-label={ability.name}
                  checked={chosen.includes(ability.value)}
                  onChange={({ currentTarget }) => toggle(ability.value, currentTarget.checked)}
                />
              ))}
          </div>
        </fieldset>
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
