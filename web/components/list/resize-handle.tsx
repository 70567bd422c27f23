import type { KeyboardEvent, PointerEvent } from 'react'
import styles from '#web/components/list/resize-handle.module.css'
import type { ListView } from '#web/lib/list-view.ts'

/** The narrowest and widest column, and a step of the arrow keys, in pixels. */
const [narrowest, widest, step] = [64, 640, 16]

const bounded = (width: number): number => Math.round(Math.min(widest, Math.max(narrowest, width)))

/** How wide a column is: as it was drawn, or else as it is at first. */
export const widthOf = (
  { name, width = 150 }: { name: string; width?: number },
  { widths }: Pick<ListView, 'widths'>,
) => bounded(widths[name] ?? width)

type Props = { label: string; width: number; onWidth: (width: number) => void }

/** Draws a column wider or narrower, by the pointer or by the arrow keys. */
export const ResizeHandle = ({ label, width, onWidth }: Props) => {
  const onPointerDown = ({ currentTarget, pointerId, clientX: start }: PointerEvent<HTMLElement>) => {
    currentTarget.setPointerCapture(pointerId)
    const leftwards = getComputedStyle(currentTarget).direction === 'rtl' ? -1 : 1
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(bounded(width + (clientX - start) * leftwards))
    const end = () => {
      currentTarget.removeEventListener('pointermove', move)
      currentTarget.removeEventListener('lostpointercapture', end)
    }
    currentTarget.addEventListener('pointermove', move)
    currentTarget.addEventListener('lostpointercapture', end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onWidth(bounded(width + by))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that moves, as ARIA describes it; <hr> cannot stand in a heading
    <span
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      className={styles.handle}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
    />
  )
}
