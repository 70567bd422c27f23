import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/success-note.module.css'

/** How long a success shows before its dialog closes by itself, in milliseconds (CONST2-04). */
const shownFor = 2000

/** Says in a dialog that something worked, then closes it; the words are read out as they come. */
export const SuccessNote = ({ title, text, onDone }: { title: string; text: string; onDone: () => void }) => {
  const done = useRef(onDone)
  done.current = onDone
  useEffect(() => {
    const timer = setTimeout(() => done.current(), shownFor)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.note} role="status">
      <span className={styles.icon}>
        <Icon name="check" size={26} />
      </span>
      <Title order={3}>{title}</Title>
      <p className={styles.text}>{text}</p>
    </div>
  )
}
