import { chosenTab } from '#web/lib/hash-tab.ts'
import { usePageHash } from '#web/lib/page-hash.ts'

/** The tab of a page that its address names, else its first. */
export const useChosenTab = <Tab extends { value: string }>(tabs: readonly Tab[]): Tab | undefined => {
  const chosen = chosenTab(
    tabs.map(({ value }) => value),
    usePageHash(),
  )
  return tabs.find(({ value }) => value === chosen)
}
