import { Tabs } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Area } from '#web/components/area.tsx'
import styles from '#web/components/hash-tabs.module.css'
import { WaitingRows } from '#web/components/query-state.tsx'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'

/** How much of a tab is in sight if it is not cut off, whatever its size is rounded to. */
const whole = 0.98

/** `load` loads ahead what the panel needs. */
export type TabOfPage = { value: string; label: string; panel: ReactNode; load?: () => unknown }

/**
 * Brings the chosen tab to the middle of a list that is too narrow for all, and marks each edge behind which there are more.
 * An observer tells what the browser has laid out; asking for it would make the browser lay out the page early, and often.
 * @returns stops it
 */
const watchTabs = (list: HTMLElement): (() => void) => {
  let isNew = true
  const look = (entries: IntersectionObserverEntry[]) => {
    for (const { target, intersectionRatio, boundingClientRect: at, rootBounds: sight } of entries) {
      const isCut = intersectionRatio < whole
      if (target === list.firstElementChild) list.toggleAttribute('data-more-before', isCut)
      if (target === list.lastElementChild) list.toggleAttribute('data-more-after', isCut)
      // Only the list scrolls, never the page.
      if (isNew && sight && target.ariaSelected === 'true')
        list.scrollLeft += at.left + at.width / 2 - sight.left - sight.width / 2
    }
    isNew = false
  }
  const watcher = new IntersectionObserver(look, { root: list, threshold: whole })
  for (const tab of list.children) watcher.observe(tab)
  return () => watcher.disconnect()
}

/** Tabs of a page; the address holds the chosen one, so that Back and Forward work. */
export const HashTabs = ({ label, tabs }: { label: string; tabs: readonly TabOfPage[] }) => {
  const navigate = useNavigate()
  const chosen = useChosenTab(tabs)?.value
  const list = useRef<HTMLDivElement>(null)
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another tab
  useEffect(() => {
    if (!list.current) return
    const shown = list.current
    let stop = watchTabs(shown)
    // Going back, the router scrolls the list to where it was.
    const leave = router.subscribe('onRendered', () => {
      stop()
      stop = watchTabs(shown)
    })
    return () => {
      stop()
      leave()
    }
  }, [chosen, router])
  const choose = (tab: string | null) => {
    if (tab && tab !== chosen)
      void navigate({ to: '.', hash: `/${tab}`, hashScrollIntoView: false, resetScroll: false })
  }
  return (
    <Tabs
      value={chosen ?? null}
      onChange={choose}
      keepMounted={false}
      classNames={{ tab: styles.tab, list: styles.list }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(({ value, label, load }) => {
          const approach = () => value !== chosen && load?.()
          return (
            <Tabs.Tab key={value} value={value} onPointerEnter={approach} onFocus={approach}>
              {label}
            </Tabs.Tab>
          )
        })}
      </Tabs.List>
      {tabs.map(({ value, label, panel }) => (
        <Tabs.Panel key={value} value={value} className={styles.panel}>
          <Area name={value}>
            <Suspense fallback={<WaitingRows label={`Loading ${label.toLowerCase()}`} />}>{panel}</Suspense>
          </Area>
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
