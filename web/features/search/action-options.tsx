import { type Ref, useId } from 'react'
import { Icon } from '#web/components/icon.tsx'
import { KeyCap } from '#web/components/key-cap.tsx'
import styles from '#web/features/search/search-dialog.module.css'
import type { Action } from '#web/features/search/use-actions.ts'
import { keysOf } from '#web/lib/keys.ts'

type Props = {
  actions: readonly Action[]
  /** The index of the first one among all options. */
  from: number
  list: string
  chosen: number
  active: Ref<HTMLElement>
  onChoose: (at: number) => void
  onRun: (action: Action) => void
}

/** The actions, as options of the palette, with their keys. */
export const ActionOptions = ({ actions, from, list, chosen, active, onChoose, onRun }: Props) => {
  const heading = useId()
  if (actions.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div role="group" aria-labelledby={heading}>
      <div id={heading} className={styles.kind}>
        Actions
      </div>
      {actions.map((action, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
        <div
          key={action.label}
          id={`${list}-${from + index}`}
          role="option"
          aria-selected={from + index === chosen}
          ref={from + index === chosen ? (active as Ref<HTMLDivElement>) : undefined}
          className={styles.hit}
          onClick={() => onRun(action)}
          onPointerMove={() => onChoose(from + index)}
        >
          <Icon name={action.icon} size={18} />
          <span className={styles.name}>{action.label}</span>
          {action.press && <KeyCap>{keysOf(action.press).join(' ')}</KeyCap>}
        </div>
      ))}
    </div>
  )
}
