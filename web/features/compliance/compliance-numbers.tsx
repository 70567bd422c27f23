import { UnstyledButton } from '@mantine/core'
import { type CellState, cellStates, compliantOf } from '#schemas/records/cell-states.ts'
import { Icon } from '#web/components/icon.tsx'
import colours from '#web/features/compliance/cell-states.module.css'
import { looks } from '#web/features/compliance/cell-states.ts'
import styles from '#web/features/compliance/compliance-numbers.module.css'

type Props = {
  /** How many cells are in each state, of those that are required. */
  numbers: Record<CellState | 'required', number>
  chosen: readonly CellState[]
  /** Left out where the numbers filter nothing. */
  onChoose?: (states: CellState[]) => void
}

/** The whole percents of a share; it says 100 of nothing less than all. */
const percents = (numbers: Props['numbers']): number => Math.floor((compliantOf(numbers) / numbers.required) * 100)

/** The share of what is required that is there, and the number of cells in each state, each a filter. */
export const ComplianceNumbers = ({ numbers, chosen, onChoose }: Props) => {
  const toggle = (state: CellState) =>
    onChoose?.(cellStates.filter((each) => chosen.includes(each) !== (each === state)))
  return (
    <div className={styles.numbers}>
      <p className={styles.share}>
        <b>{`${percents(numbers)}%`}</b> compliant
      </p>
      <div className={styles.bar} aria-hidden="true">
        {cellStates.toReversed().map((state) => (
          <span key={state} className={colours.coloured} data-state={state} style={{ flexGrow: numbers[state] }} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms */}
      <div role="group" aria-label="States" className={styles.states}>
        {cellStates.map((state) => (
          <UnstyledButton
            key={state}
            component={onChoose ? 'button' : 'div'}
            className={`${styles.state} ${colours.coloured}`}
            data-state={state}
            {...(onChoose && { 'aria-pressed': chosen.includes(state), onClick: () => toggle(state) })}
          >
            <Icon name={looks[state].icon} />
            <b>{numbers[state].toLocaleString('en-GB')}</b> <span>{looks[state].counted}</span>
          </UnstyledButton>
        ))}
      </div>
    </div>
  )
}
