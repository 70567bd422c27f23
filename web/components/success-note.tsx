import { Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Icon } from '#web/components/icon.tsx'
import styles from '#web/components/success-note.module.css'

/** Milliseconds for which a success shows before its dialog closes. */
const shownFor = 2000

/** Shows a success in a dialog and then closes the dialog; screen readers announce it. */
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
