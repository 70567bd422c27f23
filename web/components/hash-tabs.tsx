import { Tabs } from '@mantine/core'
import { useMergedRef, useScroller } from '@mantine/hooks'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Area } from '#web/components/area.tsx'
import styles from '#web/components/hash-tabs.module.css'
import { WaitingRows } from '#web/components/query-state.tsx'
import { useChosenTab } from '#web/lib/use-chosen-tab.ts'

/** `load` loads ahead what the panel needs. */
export type TabOfPage = { value: string; label: string; panel: ReactNode; load?: () => unknown }

/** Tabs of a page; the address holds the chosen one, so that Back and Forward work. */
export const HashTabs = ({ label, tabs }: { label: string; tabs: readonly TabOfPage[] }) => {
  const navigate = useNavigate()
  const chosen = useChosenTab(tabs)?.value
  const list = useRef<HTMLDivElement>(null)
  const { ref: scrolled, canScrollStart, canScrollEnd } = useScroller()
  const lists = useMergedRef(list, scrolled)
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another tab
  useEffect(() => {
    // On a phone the chosen tab may be off screen; only the list scrolls, never the page.
    const reveal = () => {
      const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]')
      if (list.current && tab)
        list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    }
    reveal()
    // Going back, the router scrolls the list to where it was.
    return router.subscribe('onRendered', reveal)
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
      <Tabs.List
        ref={lists}
        aria-label={label}
        data-more-before={canScrollStart || undefined}
        data-more-after={canScrollEnd || undefined}
      >
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
