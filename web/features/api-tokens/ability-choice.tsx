import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { actions, resources } from '#schemas/abilities.ts'
import { extraAbilities, type OfferedAbility, type TokenAbility } from '#schemas/token-abilities.ts'
import styles from '#web/features/api-tokens/ability-choice.module.css'

type Props = {
  offered: readonly OfferedAbility[]
  chosen: readonly TokenAbility[]
  onChange: (chosen: TokenAbility[]) => void
  error: ReactNode
}

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Every ability stands in one group: those of a resource together, what is left at the end. */
const groups = [
  ...resources.map((resource) => ({
    title: titled(resource),
    values: actions.map((action): TokenAbility => `${resource}.${action}`),
  })),
  { title: 'More', values: [...extraAbilities] },
]

/** What a box says beside the title of its group: of 'Create clients' the verb. */
const labelOf = ({ name, value }: OfferedAbility): string =>
  extraAbilities.some((extra) => extra === value) ? name : (name.split(' ')[0] ?? name)

/** The checklist of what a token may do (SET-31). */
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
