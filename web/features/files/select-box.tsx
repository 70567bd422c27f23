import { Icon } from '#web/components/icon.tsx'
import styles from '#web/features/files/select-box.module.css'

type Props = { name: string; selected: boolean; onToggle: (range: boolean) => void }

/** Selects a file; with Shift, all files from the previous one. */
export const SelectBox = ({ name, selected, onToggle }: Props) => (
  <label className={styles.box}>
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={selected}
      className={styles.input}
      onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
    />
    <span className={styles.mark}>{selected && <Icon name="check" size={15} />}</span>
  </label>
)
