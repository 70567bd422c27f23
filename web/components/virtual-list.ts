import { useRouter } from '@tanstack/react-router'
import {
  defaultRangeExtractor,
  measureElement,
  useWindowVirtualizer,
  type VirtualItem,
  type Virtualizer,
  windowScroll,
} from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { whenIdle } from '#web/lib/when-answered.ts'

/** Lists of at most so many rows are rendered whole, so that the browser's own search finds every row. */
const renderedWhole = 40
/** Rows rendered beyond the screen, above and below. */
const overscan = 6
/** The number of lists whose place and row heights are kept, so that Back restores the scroll position. */
const maxCached = 30

const cache = new Map<string, { top: number; rows: VirtualItem[] }>()

const cacheList = (address: string, top: number, rows: VirtualItem[]): void => {
  cache.delete(address)
  cache.set(address, { top, rows })
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
  /** The estimated height of a row until the first is drawn, and the gap between two rows, in pixels. */
  rowHeight: number
  gap?: number
}

/** What stands above a list in pixels, before it is measured: the heads of the window and the page, tabs, a search. */
const usualTop = 350

/** The list's offset from the top of the page in pixels; it changes when something above appears or disappears. */
const useTop = (list: Options['list'], before: number, isMeasured: boolean): number => {
  const [top, setTop] = useState(before)
  useLayoutEffect(() => {
    if (!isMeasured) return
    const update = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY))
    }
    update()
    const observer = new ResizeObserver(update)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list, isMeasured])
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

/** Whether the first rows stand; until then none is drawn or measured that the first screen can do without. */
const useStands = (initially: boolean): boolean => {
  const [stands, setStands] = useState(initially)
  useEffect(() => {
    // A browser may be idle before it has painted.
    const frame = requestAnimationFrame(() => void whenIdle().then(() => startTransition(() => setStands(true))))
    return () => cancelAnimationFrame(frame)
  }, [])
  return stands
}

/**
 * A virtual list: the rows to render while the page scrolls. Rendered rows carry their index in `data-row`. Thousands
 * of rows scroll as smoothly as a few, and Back restores the scroll position.
 */
export const useVirtualList = ({ list, count, rowHeight, gap = 0 }: Options): VirtualList => {
  const router = useRouter()
  // The address at mount: at unmount the router already has the next one. There, cards are not as high as rows of a table.
  const [address] = useState(() => `${router.latestLocation.href} ${rowHeight}`)
  const before = cache.get(address)
  // Where the page is scrolled, what is above the screen is to be known.
  const stands = useStands(!before && window.scrollY > 0)
  const scrollMargin = useTop(list, before?.top ?? usualTop, stands)
  const focused = useFocusedRow(list)
  const rendersAll = stands && count <= renderedWhole
  const virtualizer: Virtualizer<Window, Element> = useWindowVirtualizer({
    count,
    gap,
    scrollMargin,
    // Rows that were not drawn yet are as high as the first, or the list would move under its reader when they are.
    estimateSize: () => virtualizer.itemSizeCache.get(0) ?? rowHeight,
    overscan: stands ? overscan : 0,
    // At first the page is where it is, and scrolling it there would lay it out early.
    scrollToFn: (offset, by, all) => (stands || by.adjustments !== undefined) && windowScroll(offset, by, all),
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    measureElement: (element, entry, all) =>
      entry || stands
        ? measureElement(element, entry, all)
        : (all.measurementsCache[all.indexFromElement(element)]?.size ?? rowHeight),
    ...(before ? { initialMeasurementsCache: before.rows } : {}),
    rangeExtractor: (range) => {
      if (rendersAll) return Array.from({ length: count }, (_, index) => index)
      const near = defaultRangeExtractor(range)
      if (focused === undefined || focused >= count || near.includes(focused)) return near
      return [...near, focused].toSorted((one, other) => one - other)
    },
  })

  const keep = useEffectEvent(() => cacheList(address, scrollMargin, virtualizer.takeSnapshot()))
  useEffect(() => () => keep(), [])

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
