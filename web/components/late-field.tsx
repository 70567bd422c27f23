import { TextInput, type TextInputProps } from '@mantine/core'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'

/** What somebody did to the stand-in: stood in it, or pressed it to open it. */
type Done = 'focused' | 'pressed'

const opening = ['Enter', ' ', 'ArrowDown']

const WhenThere = ({ then }: { then: () => void }) => {
  const onArrival = useEffectEvent(then)
  useEffect(() => onArrival(), [])
  return null
}

type LateFieldProps = { standIn: TextInputProps; children: ReactNode }

/** A field that loads by itself. What is done to its stand-in meanwhile is done to the field once it is there. */
export const LateField = ({ standIn, children }: LateFieldProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [done, setDone] = useState<Done>()
  const takeOver = () => {
    const field =
      place.current?.querySelector<HTMLElement>('[role=combobox]') ??
      place.current?.querySelector<HTMLElement>('button')
    field?.focus()
    if (done === 'pressed') field?.click()
  }
  const waiting = (
    <TextInput
      {...standIn}
      readOnly
      onFocus={() => setDone((before) => before ?? 'focused')}
      onBlur={() => setDone(undefined)}
      // The field may come between the press of a mouse and its release, and then there is no click on either of them.
      onPointerDown={({ pointerType }) => pointerType === 'mouse' && setDone('pressed')}
      onClick={() => setDone('pressed')}
      onKeyDown={({ key }) => opening.includes(key) && setDone('pressed')}
    />
  )
  return (
    <div ref={place} style={{ display: 'contents' }}>
      <Suspense fallback={waiting}>
        {children}
        {done && <WhenThere then={takeOver} />}
      </Suspense>
    </div>
  )
}
