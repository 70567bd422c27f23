import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { actions, extraAbilities, resources } from '#schemas/abilities.ts'
import type { OfferedAbility, TokenAbility } from '#schemas/token-abilities.ts'
import styles from '#web/features/api-tokens/ability-choice.module.css'

type Props = {
  offered: readonly OfferedAbility[]
  chosen: readonly TokenAbility[]
  onChange: (chosen: TokenAbility[]) => void
  error: ReactNode
}

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
const labelOf = ({ name, value }: OfferedAbility): string =>
  extraAbilities.some((extra) => extra === value) ? name : (name.split(' ')[0] ?? name)

/** The checklist of a token's abilities (SET-31). */
export const AbilityChoice = ({ offered, chosen, onChange, error }: Props) => {
  const toggle = (value: TokenAbility, on: boolean) =>
    onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))
  return (
    <div className={styles.choice}>
      <p className={styles.title}>What the token may do</p>
      {groups.map(({ title, values }) => (
        <fieldset key={title} className={styles.group}>
          <legend className={styles.name}>{title}</legend>
          <div className={styles.boxes}>
            {offered
              .filter(({ value }) => values.includes(value))
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
