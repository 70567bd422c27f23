import { type LinkOptions, useRouter } from '@tanstack/react-router'
import type { CSSProperties, MouseEvent } from 'react'
import { uncategorised, withoutFiles } from '#schemas/calls/sort-columns.ts'
import type { Overview } from '#schemas/resources/overview.ts'
import { toIsoDate } from '#schemas/time/dates.ts'
import { TextLink } from '#web/components/links.tsx'
import styles from '#web/features/overview/overview.module.css'

/** Brings the chosen tab's list to the upper edge of the screen, with the focus on it. */
const goToList = (): void => {
  const tab = document.querySelector('#main [role=tab][aria-selected=true]')
  const panel = document.getElementById(tab?.getAttribute('aria-controls') ?? '')
  if (!tab || !panel) return
  // It takes the focus from here alone; its styles make it high enough to be scrolled to before its rows are there.
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
  tab.parentElement?.scrollIntoView({ block: 'start' })
}

/** For links of a page to its own lists: whoever follows one sees the list as soon as the page has it. */
const useGoToList = () => {
  const router = useRouter()
  return (to: LinkOptions) =>
    ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => {
      if (metaKey || ctrlKey || shiftKey || altKey) return
      if (router.buildLocation(to as never).href === router.state.location.href) return goToList()
      const stop = router.subscribe('onRendered', () => {
        stop()
        goToList()
      })
    }
}

/** A number, its nouns, and the list that shows exactly so many. */
const numbersOf = ({ week, ...counts }: Overview) => {
  const days = { from: toIsoDate(week.from), to: toIsoDate(week.to) }
  return [
    {
      count: counts.visits_this_week,
      nouns: ['visit this week', 'visits this week'],
      to: { to: '/dashboard', search: days, hash: '/visits' },
    },
    {
      count: counts.files_this_week,
      nouns: ['file completed this week', 'files completed this week'],
      to: { to: '/dashboard', search: days, hash: '/files' },
    },
    {
      count: counts.sites_without_files,
      nouns: ['site without files', 'sites without files'],
      to: { to: '/dashboard', search: { files: withoutFiles }, hash: '/sites' },
    },
    {
      count: counts.uncategorised_files,
      nouns: ['uncategorised file', 'uncategorised files'],
      to: { to: '/dashboard', search: { category: uncategorised }, hash: '/files' },
    },
    {
      count: counts.expiring_files,
      nouns: ['file expires within 30 days', 'files expire within 30 days'],
      to: { to: '/dashboard', search: { expires: '30d', sort: 'expires_at' }, hash: '/files' },
    },
    {
      // A warning, where there is reason for one.
      count: counts.expired_files || null,
      nouns: ['expired file', 'expired files'],
      to: { to: '/dashboard', search: { expires: 'expired', sort: 'expires_at' }, hash: '/files' },
    },
    {
      count: counts.missing_requirements || null,
      nouns: ['requirement missing', 'requirements missing'],
      to: { to: '/dashboard', search: { state: 'missing' }, hash: '/compliance' },
    },
    {
      count: counts.expired_requirements || null,
      nouns: ['requirement expired', 'requirements expired'],
      to: { to: '/dashboard', search: { state: 'expired' }, hash: '/compliance' },
    },
    { count: counts.in_trash, nouns: ['entry in the trash', 'entries in the trash'], to: { to: '/dashboard/trash' } },
  ] as const
}

/** The letters of the longer line where words stand in two lines that are as alike as can be. */
const lettersInTwoLines = (words: string): number =>
  Math.min(words.length, ...[...words.matchAll(/ /g)].map(({ index }) => Math.max(index, words.length - index - 1)))

/** The numbers of the lists that the reader may see, each a link to its list. */
export const Numbers = ({ overview }: { overview: Overview }) => {
  const goTo = useGoToList()
  return (
    <ul className={styles.numbers} aria-label="Numbers">
      {numbersOf(overview).map((number) => {
        const { count, to } = number
        const [one, many] = number.nouns
        if (count === null) return null
        const ofPage = 'hash' in to ? { resetScroll: false, hashScrollIntoView: false, onClick: goTo(to) } : {}
        return (
          <li key={many}>
            <TextLink {...to} underline="never" className={styles.number ?? ''} {...ofPage}>
              <b>{count.toLocaleString('en-GB')}</b>{' '}
              <span style={{ '--letters': lettersInTwoLines(many) } as CSSProperties}>{count === 1 ? one : many}</span>
            </TextLink>
          </li>
        )
      })}
    </ul>
  )
}
