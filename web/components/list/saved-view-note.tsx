import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import styles from '#web/components/list/saved-views.module.css'
import type { ViewedList } from '#web/components/list/viewed-list.ts'
import { useListAddress } from '#web/lib/list-address.ts'
import { listed } from '#web/lib/listed.ts'
import { useOpenedView } from '#web/lib/opened-view.ts'
import { fieldsQuery } from '#web/lib/own-fields.ts'
import { usePageHash } from '#web/lib/page-hash.ts'
import { addressOf, goneFrom, isBare } from '#web/lib/saved-views.ts'

/** Opens the view of an address that names nothing else, once for each view: what its reader takes away stays away. */
const useOpening = (kind: ViewedList['kind']) => {
  const { id, view } = useOpenedView(kind)
  const { address } = useListAddress()
  const hash = usePageHash()
  const navigate = useNavigate()
  const seen = useRef<string>(undefined)
  const open = useEffectEvent(() => {
    if (!view || seen.current === view.id) return
    seen.current = view.id
    if (!isBare(address, hash)) return
    const to = addressOf(view)
    void navigate({ to: '.', ...to, replace: true, resetScroll: false, hashScrollIntoView: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another view is to be opened
  useEffect(() => open(), [id, view?.id])
}

/** Says which view is open, and what of it is gone. */
const SavedViewNote = ({ kind, columns }: ViewedList) => {
  useOpening(kind)
  const { id, view, isLoading } = useOpenedView(kind)
  const hasOwn = view?.columns?.some((name) => name.startsWith('field.')) ?? false
  const { data: own } = useQuery({ ...fieldsQuery, enabled: hasOwn })
  const words = () => {
    if (id === undefined || isLoading) return undefined
    if (view === null) return 'This view was deleted, or is not shared with you. The list shows what its address says.'
    const gone = goneFrom(
      view,
      columns.map(({ name }) => name),
      own?.map((field) => field.id),
    )
    return `View: ${view.name}${gone.length === 0 ? '' : `, without what is gone: ${listed(gone)}.`}`
  }
  const text = words()
  return (
    text && (
      <p className={styles.note} role="status" dir="auto">
        {text}
      </p>
    )
  )
}

export default SavedViewNote
