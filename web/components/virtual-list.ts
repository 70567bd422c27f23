import { useRouter } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Lists of at most so many rows are rendered whole, so that the browser's own search finds every row. */
const renderedWhole = 40
/** Rows rendered beyond the screen, above and below. */
const overscan = 6
/** The number of lists whose row heights are kept, so that Back restores the scroll position. */
const maxCached = 30

const cache = new Map<string, VirtualItem[]>()

const cacheRows = (address: string, rows: VirtualItem[]): void => {
  cache.delete(address)
  cache.set(address, rows)
  const [oldest] = cache.keys()
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest)
}

/** A row to render, and the height in pixels of the skipped rows between it and the previous one. */
export type VirtualRow = { index: number; skipped: number }

export type VirtualList = {
  rows: VirtualRow[]
  /** Height in pixels of the rows after the last rendered one. */
  skippedAfter: number
  /** The ref for one element of each row, which carries the row's index in `data-index`. */
  measure: (element: Element | null) => void
}

type Options = {
  /** The element that holds the rows. */
  list: RefObject<HTMLElement | null>
  count: number
  /** The estimated height of a row, and the gap between two rows, in pixels. */
  rowHeight: number
  gap?: number
}

/** The list's offset from the top of the page in pixels; it changes when something above appears or disappears. */
const useTop = (list: Options['list']): number => {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const update = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return top
}

/**
 * The row that had the focus last: it stays rendered however far the user scrolls, so that the focus is not lost, and Tab
 * comes back to it.
 */
const useFocusedRow = (list: Options['list']): number | undefined => {
  const [focused, setFocused] = useState<number>()
  useEffect(() => {
    const element = list.current
    if (!element) return
    const update = ({ target }: FocusEvent) => {
      const row = (target as Element).closest('[data-row]')
      if (row) setFocused(Number(row.getAttribute('data-row')))
    }
    element.addEventListener('focusin', update)
    return () => element.removeEventListener('focusin', update)
  }, [list])
  return focused
}

/**
 * A virtual list: the rows to render while the page scrolls. Rendered rows carry their index in `data-row`. Thousands
 * of rows scroll as smoothly as a few, and Back restores the scroll position.
 */
export const useVirtualList = ({ list, count, rowHeight, gap = 0 }: Options): VirtualList => {
  const router = useRouter()
  // The address at mount: at unmount the router already has the next one.
  const [address] = useState(() => router.latestLocation.href)
  const scrollMargin = useTop(list)
  const focused = useFocusedRow(list)
  const rendersAll = count <= renderedWhole
  const before = cache.get(address)
  const virtualizer = useWindowVirtualizer({
    count,
    gap,
    scrollMargin,
    estimateSize: () => rowHeight,
    overscan,
    ...(before ? { initialMeasurementsCache: before } : {}),
    rangeExtractor: (range) => {
      if (rendersAll) return Array.from({ length: count }, (_, index) => index)
      const near = defaultRangeExtractor(range)
      if (focused === undefined || focused >= count || near.includes(focused)) return near
      return [...near, focused].toSorted((one, other) => one - other)
    },
  })

  useEffect(() => () => cacheRows(address, virtualizer.takeSnapshot()), [address, virtualizer])

  let end = -gap
  const rows = virtualizer.getVirtualItems().map(({ index, start, size }) => {
    const skipped = Math.max(0, start - scrollMargin - end - 2 * gap)
    end = start - scrollMargin + size
    return { index, skipped }
  })
  return {
    rows,
    skippedAfter: Math.max(0, virtualizer.getTotalSize() - end - gap),
    measure: virtualizer.measureElement,
  }
}
