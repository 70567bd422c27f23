import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Milliseconds between the last key press and the search of the list. */
const pause = 300

type Props = Pick<TextInputProps, 'label' | 'type' | 'maxLength' | 'dir'> & {
  value: string
  onChange: (value: string) => void
}

/** A text that narrows a list, which is asked for once no more of it is typed. */
export const TypedFilter = ({ value, onChange, ...input }: Props) => {
  const [typed, setTyped] = useState(value)
  const [before, setBefore] = useState(value)
  // The filters may have been cleared.
  if (value !== before) {
    setBefore(value)
    if (value === '') setTyped('')
  }
  const ask = useDebouncedCallback(onChange, pause)
  return (
    <TextInput
      {...input}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        ask(currentTarget.value.trim())
      }}
    />
  )
}
