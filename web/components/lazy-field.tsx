import { TextInput, type TextInputProps } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFree } from '#web/lib/when-answered.ts'

/** How the user used the placeholder: focused it, or pressed it to open it. */
type Done = 'focused' | 'pressed'

const opening = ['Enter', ' ', 'ArrowDown']

const WhenThere = ({ then }: { then: () => void }) => {
  const onArrival = useEffectEvent(then)
  useEffect(() => onArrival(), [])
  return null
}

type LazyFieldProps = { fallback: TextInputProps; children: ReactNode }

/** Keeps the placeholder, and with it the focus on it, until the field is to be loaded. */
const NotYet = lazy(() => new Promise<never>(() => undefined))

/**
 * A lazily loaded field: once what the page asks for is there, or somebody uses the field. Focus and presses on its
 * placeholder are replayed on the field once it is loaded.
 */
export const LazyField = ({ fallback, children }: LazyFieldProps) => {
  const container = useRef<HTMLDivElement>(null)
  const pressing = useRef(false)
  const [done, setDone] = useState<Done>()
  const isFree = useFree()
  const takeOver = () => {
    const field =
      container.current?.querySelector<HTMLElement>('[role=combobox], input[data-dates-input]') ??
      container.current?.querySelector<HTMLElement>('button')
    field?.focus()
    if (done === 'pressed') field?.click()
  }
  /** Where the field took the placeholder's place while a mouse is down on it, the press would focus what lies behind. */
  const openOnRelease = () => {
    const released = new AbortController()
    pressing.current = true
    const end = (how: Done) => () => {
      released.abort()
      pressing.current = false
      setDone(how)
    }
    addEventListener('pointerup', end('pressed'), { signal: released.signal })
    addEventListener('pointercancel', end('focused'), { signal: released.signal })
  }
  const waiting = (
    <TextInput
      {...fallback}
      readOnly
      onFocus={() => !pressing.current && setDone((before) => before ?? 'focused')}
      onBlur={() => setDone(undefined)}
      // The field may load between the press and the release of a mouse; then neither element receives a click.
      onPointerDown={({ pointerType }) => pointerType === 'mouse' && openOnRelease()}
      onClick={() => setDone('pressed')}
      onKeyDown={({ key }) => {
        if (opening.includes(key)) setDone('pressed')
        if (key === 'Escape') setDone('focused')
      }}
    />
  )
  return (
    <div ref={container} style={{ display: 'contents' }}>
      <Suspense fallback={waiting}>
        {isFree || done ? children : <NotYet />}
        {done && <WhenThere key={done} then={takeOver} />}
      </Suspense>
    </div>
  )
}
