import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Switch } from '@mantine/core'
import { useId } from 'react'
import { Dialog } from '#web/components/dialog.tsx'
import { KeyCap } from '#web/components/key-cap.tsx'
import styles from '#web/features/keyboard/keys-dialog.module.css'
import { useCharacterKeys } from '#web/features/keyboard/use-character-keys.ts'
import { type KeyPlace, keyPlaces, keys, keysOf } from '#web/lib/keys.ts'

const Presses = ({ presses }: { presses: readonly string[] }) =>
  presses.map((press, at) => (
    <span key={press}>
      {at > 0 && ' or '}
      {keysOf(press).map((key, index) => (
        <span key={key}>
          {index > 0 && (press.includes('+') ? ' + ' : ' then ')}
          <KeyCap>{key}</KeyCap>
        </span>
      ))}
    </span>
  ))

const Place = ({ place }: { place: KeyPlace }) => {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className={styles.place}>
        {place}
      </h3>
      <dl className={styles.keys}>
        {Object.values(keys)
          .filter((shortcut) => shortcut.place === place)
          .map(({ presses, what }) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>
                <Presses presses={presses} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** All keys of the register, and the switch for those that are single characters (WCAG 2.1.4). */
const KeysDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { on, turn } = useCharacterKeys()
  return (
    <Dialog title="Keyboard shortcuts" opened={opened} onClose={onClose} size="46rem">
      <Switch
        label="Keys that are single characters"
        description="Turn them off if you speak to your computer, or press them by accident. The others stay."
        checked={on}
        onChange={(event) => turn(event.currentTarget.checked)}
      />
      <div className={styles.places}>
        {keyPlaces.map((place) => (
          <Place key={place} place={place} />
        ))}
      </div>
    </Dialog>
  )
}

export default KeysDialog
