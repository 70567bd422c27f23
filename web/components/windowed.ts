import { useRouter } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Up to so many lines all are drawn: the browser's own search finds them, and drawing them costs nothing. */
const allDrawn = 40
/** Lines drawn beyond the screen, above and below. */
const beyond = 6
/** Lists whose lines' heights are remembered, so that Back finds the place that was left. */
const mostRemembered = 30

const remembered = new Map<string, VirtualItem[]>()

const remember = (place: string, lines: VirtualItem[]): void => {
  remembered.delete(place)
  remembered.set(place, lines)
  const [oldest] = remembered.keys()
  if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
}

/** A line to draw, and the height in pixels of what is left out between the line drawn before and this one. */
export type DrawnLine = { index: number; leftOut: number }

export type Windowed = {
  lines: DrawnLine[]
  /** Height in pixels of what is left out after the last drawn line. */
  leftOutAfter: number
  /** Goes on one element of each line, with its index in `data-index`. */
  measure: (element: Element | null) => void
}

type Options = {
  /** The element that holds the lines, or whatever stands at the top of the first. */
  list: RefObject<HTMLElement | null>
  count: number
  /** A line's height in pixels, roughly, and the space between two of them. */
  roughly: number
  gap?: number
}

/** Where the list begins on the page, in pixels; it moves when something above it comes or goes. */
const useTop = (list: Options['list']): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    look()
    const watcher = new ResizeObserver(look)
    watcher.observe(document.body)
    return () => watcher.disconnect()
  }, [list])
  return top
}

/** The line that holds the focus: it stays drawn however far one scrolls, or the focus would be lost. */
const useFocusedLine = (list: Options['list']): number | undefined => {
  const [focused, setFocused] = useState<number>()
  useEffect(() => {
    const element = list.current
    if (!element) return
    const look = () => {
      const line = document.activeElement?.closest('[data-line]')
      setFocused(line && element.contains(line) ? Number(line.getAttribute('data-line')) : undefined)
    }
    const lookSoon = () => queueMicrotask(look)
    element.addEventListener('focusin', look)
    element.addEventListener('focusout', lookSoon)
    return () => {
      element.removeEventListener('focusin', look)
      element.removeEventListener('focusout', lookSoon)
    }
  }, [list])
  return focused
}

/**
 * Which lines of a long list to draw while the page is scrolled. Lines that are drawn carry `data-line`, their index.
 * A long list scrolls as smoothly as a short one, and where one comes back to it, its place is found again.
 */
export const useWindowed = ({ list, count, roughly, gap = 0 }: Options): Windowed => {
  const router = useRouter()
  // The address that the list was opened under: when it is left, the present one is already the next.
  const [place] = useState(() => router.latestLocation.href)
  const scrollMargin = useTop(list)
  const focused = useFocusedLine(list)
  const all = count <= allDrawn
  const before = remembered.get(place)
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    scrollMargin,
    estimateSize: () => roughly,
    overscan: beyond,
    ...(before ? { initialMeasurementsCache: before } : {}),
    rangeExtractor: (range) => {
      if (all) return Array.from({ length: count }, (_, index) => index)
      const near = defaultRangeExtractor(range)
      if (focused === undefined || focused >= count || near.includes(focused)) return near
      return [...near, focused].toSorted((one, other) => one - other)
    },
  })

  useEffect(() => () => remember(place, virtualizer.takeSnapshot()), [place, virtualizer])

  let end = -gap
  const lines = virtualizer.getVirtualItems().map(({ index, start, size }) => {
    const leftOut = Math.max(0, start - scrollMargin - end - 2 * gap)
    end = start - scrollMargin + size
    return { index, leftOut }
  })
  return {
    lines,
    leftOutAfter: Math.max(0, virtualizer.getTotalSize() - end - gap),
    measure: virtualizer.measureElement,
  }
}
