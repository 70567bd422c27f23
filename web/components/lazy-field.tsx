import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'

/** How the user used the placeholder: focused it, or pressed it to open it. */
type Done = 'focused' | 'pressed'

const opening = ['Enter', ' ', 'ArrowDown']

const WhenThere = ({ then }: { then: () => void }) => {
  const onArrival = useEffectEvent(then)
  useEffect(() => onArrival(), [])
  return null
}

type LazyFieldProps = { fallback: TextInputProps; children: ReactNode }

/** A lazily loaded field. Focus and presses on its placeholder are replayed on the field once it is loaded. */
export const LazyField = ({ fallback, children }: LazyFieldProps) => {
  const container = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState<Done>()
  const takeOver = () => {
    const field =
      container.current?.querySelector<HTMLElement>('[role=combobox], input[data-dates-input]') ??
      container.current?.querySelector<HTMLElement>('button')
    field?.focus()
    if (done === 'pressed') field?.click()
  }
  const waiting = (
    <TextInput
      {...fallback}
      readOnly
      onFocus={() => setDone((before) => before ?? 'focused')}
      onBlur={() => setDone(undefined)}
      // The field may load between the press and the release of a mouse; then neither element receives a click.
      onPointerDown={({ pointerType }) => pointerType === 'mouse' && setDone('pressed')}
      onClick={() => setDone('pressed')}
      onKeyDown={({ key }) => opening.includes(key) && setDone('pressed')}
    />
  )
  return (
    <div ref={container} style={{ display: 'contents' }}>
      <Suspense fallback={waiting}>
        {children}
        {done && <WhenThere then={takeOver} />}
      </Suspense>
    </div>
  )
}
