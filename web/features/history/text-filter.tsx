import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import styles from '#web/features/history/history-panel.module.css'

/** Milliseconds between the last key press and the search of the history. */
const pause = 300

/** Narrows the history to a text as the user types; `text` is what it begins with. */
export const TextFilter = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => {
  const [typed, setTyped] = useState(text)
  const ask = useDebouncedCallback(onChange, pause)
  return (
    <TextInput
      type="search"
      label="Contains"
      className={styles.text ?? ''}
      maxLength={100}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        ask(value.trim())
      }}
    />
  )
}
