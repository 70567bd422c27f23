import { useComputedColorScheme } from '@mantine/core'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import styles from '#web/components/card/provider-frame.module.css'
import { Failure, Waiting } from '#web/components/query-state.tsx'
import { payment } from '#web/lib/settings.ts'

/** Milliseconds after which a frame that has not said anything is taken for unreachable. */
const longestLoad = 10_000

/** The messages of a frame about itself; all others are for `onMessage`. */
type OfFrame = { type: 'ready' | 'resized'; height: number } | { type: 'escape' }

const escapeKey = () => new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })

export type Frame<Told> = { element: HTMLIFrameElement | null; tell: (message: Told) => void }

type Props<Heard, Told> = {
  ref?: Ref<Frame<Told>>
  /** Of the provider's frames: '/card'. */
  path: string
  title: string
  onMessage: (message: Heard) => void
  onReady?: () => void
}

/**
 * A page of the payment provider within ours. They talk by messages, which are sent to the provider's origin alone and
 * taken from this frame alone.
 */
export const ProviderFrame = <Heard extends { type: string }, Told extends object>({
  ref,
  path,
  title,
  onMessage,
  onReady,
}: Props<Heard, Told>) => {
  const { frameUrl } = payment()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState<number>()
  const [attempt, setAttempt] = useState(1)
  const [unreachable, setUnreachable] = useState(false)
  const isReady = height !== undefined

  const tell = (message: object) => frame.current?.contentWindow?.postMessage(message, frameUrl)
  useImperativeHandle(ref, () => ({ element: frame.current, tell }))
  const hear = useEffectEvent((message: OfFrame | Heard) => {
    if ('height' in message) setHeight(message.height)
    // A dialog around the frame does not hear its keys.
    else if (message.type === 'escape') frame.current?.dispatchEvent(escapeKey())
    else onMessage(message as Heard)
    if (message.type === 'ready') onReady?.()
  })
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent) => {
      if (origin === frameUrl && source === frame.current?.contentWindow && data) hear(data)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [frameUrl])
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage({ type: 'look', scheme }, frameUrl)
  }, [isReady, scheme, frameUrl])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt has its own time
  useEffect(() => {
    if (isReady) return
    const timer = setTimeout(() => setUnreachable(true), longestLoad)
    return () => clearTimeout(timer)
  }, [isReady, attempt])

  const again = () => {
    setUnreachable(false)
    setAttempt(attempt + 1)
  }
  if (unreachable && !isReady) {
    return <Failure message="The payment provider cannot be reached. Please try again." onRetry={again} />
  }
  return (
    <>
      {!isReady && <Waiting label={`Loading: ${title}`} />}
      <iframe
        key={attempt}
        ref={frame}
        src={`${frameUrl}${path}`}
        title={title}
        sandbox="allow-scripts allow-same-origin allow-forms"
        className={styles.frame}
        style={{ height: height ?? 0 }}
        hidden={!isReady}
      />
    </>
  )
}
